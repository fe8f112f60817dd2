-- Which counties have a gazetteer in the property store: positions of addresses, or house numbers along streets.

create table gazetteers (
  county_fips text not null,
  kind text not null check (kind in ('POINTS', 'RANGES')),
  file_name text not null,
  sha256 text not null,
  entries integer not null,
  -- Properties with a position found by address when it was loaded.
  located integer not null,
  loaded_at timestamptz not null,
  primary key (county_fips, kind)
);

alter table file_imports drop constraint file_imports_kind_check;
alter table file_imports add constraint file_imports_kind_check
  check (kind in ('DNC', 'CONTACTS', 'ROLL', 'GAZETTEER'));
