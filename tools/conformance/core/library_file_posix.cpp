#include "library_file.hpp"

#include <elf.h>

#include "binary_image.hpp"
#include "text.hpp"

namespace conformance {

namespace {

std::vector<Elf64_Shdr> sections_of(const BinaryImage& image, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> out;
  for (std::size_t i = 0; i < header.e_shnum; ++i)
    out.push_back(image.at<Elf64_Shdr>(header.e_shoff + i * header.e_shentsize));
  return out;
}

void read_symbols(const BinaryImage& image, const Elf64_Shdr& table, std::size_t strings, LibraryFile& elf) {
  for (std::size_t at = table.sh_offset; at + sizeof(Elf64_Sym) <= table.sh_offset + table.sh_size;
       at += sizeof(Elf64_Sym)) {
    const auto symbol = image.at<Elf64_Sym>(at);
    const auto binding = ELF64_ST_BIND(symbol.st_info);
    const auto visibility = ELF64_ST_VISIBILITY(symbol.st_other);
    const bool visible = visibility == STV_DEFAULT || visibility == STV_PROTECTED;
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS || binding == STB_LOCAL || !visible) continue;
    elf.exported.push_back({image.string_at(strings + symbol.st_name), binding == STB_GNU_UNIQUE});
  }
}

void read_dynamic(const BinaryImage& image, const Elf64_Shdr& table, std::size_t strings, LibraryFile& elf) {
  for (std::size_t at = table.sh_offset; at + sizeof(Elf64_Dyn) <= table.sh_offset + table.sh_size;
       at += sizeof(Elf64_Dyn)) {
    const auto entry = image.at<Elf64_Dyn>(at);
    if (entry.d_tag == DT_NEEDED) elf.needed.push_back(image.string_at(strings + entry.d_un.d_val));
    if (entry.d_tag == DT_SONAME) elf.soname = image.string_at(strings + entry.d_un.d_val);
    if (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH)
      elf.run_path = image.string_at(strings + entry.d_un.d_val);
    if (entry.d_tag == DT_TEXTREL) elf.text_relocations = true;
  }
}

void read_versions(const BinaryImage& image, const Elf64_Shdr& table, std::size_t strings, LibraryFile& elf) {
  std::size_t at = table.sh_offset;
  for (std::size_t i = 0; i < table.sh_info; ++i) {
    const auto need = image.at<Elf64_Verneed>(at);
    std::size_t aux_at = at + need.vn_aux;
    for (int k = 0; k < need.vn_cnt; ++k) {
      const auto aux = image.at<Elf64_Vernaux>(aux_at);
      elf.versions.emplace_back(image.string_at(strings + need.vn_file), image.string_at(strings + aux.vna_name));
      aux_at += aux.vna_next;
    }
    at += need.vn_next;
  }
}

}  // namespace

LibraryFile read_library_file(const std::filesystem::path& file) {
  const BinaryImage image(file);
  const auto header = image.at<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
    throw std::runtime_error(text(file.filename().string(), " is not a 64-bit ELF file"));
  const auto sections = sections_of(image, header);
  LibraryFile elf;
  for (const auto& section : sections) {
    if (section.sh_type == SHT_SYMTAB) elf.has_symbol_table = true;
    if (section.sh_link >= sections.size()) continue;
    const auto strings = sections[section.sh_link].sh_offset;
    if (section.sh_type == SHT_DYNSYM) read_symbols(image, section, strings, elf);
    if (section.sh_type == SHT_DYNAMIC) read_dynamic(image, section, strings, elf);
    if (section.sh_type == SHT_GNU_verneed) read_versions(image, section, strings, elf);
  }
  return elf;
}

}  // namespace conformance
