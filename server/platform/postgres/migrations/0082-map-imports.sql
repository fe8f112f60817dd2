-- Administrators upload streets for the base map.

alter table file_imports drop constraint file_imports_kind_check;
alter table file_imports add constraint file_imports_kind_check
  check (kind in ('DNC', 'CONTACTS', 'ROLL', 'GAZETTEER', 'MAP'));
