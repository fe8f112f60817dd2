-- What assessors set and describe of a property beyond its value. Old rows do not know it until their dataset is loaded
-- again. Texts are in capitals, so that a filter finds a value however its county writes it.

alter table properties
  add column if not exists is_homestead Nullable(Bool) codec(NONE) after occupancy,
  add column if not exists effective_year Nullable(UInt16) codec(T64) after stories,
  add column if not exists construction LowCardinality(String) after effective_year,
  add column if not exists condition LowCardinality(String) after construction,
  add column if not exists zoning LowCardinality(String) after condition,
  -- Neighbors share it and lie together, so a search for words in it reads few dictionaries.
  add column if not exists subdivision LowCardinality(String) after zoning,
  add column if not exists legal_description String codec(ZSTD) after subdivision,
  add column if not exists land_value Nullable(UInt32) codec(T64) after estimated_value,
  add column if not exists improvement_value Nullable(UInt32) codec(T64) after land_value,
  add column if not exists value_year Nullable(UInt16) codec(T64) after improvement_value,
  add column if not exists tax_amount Nullable(UInt32) codec(T64) after value_year,
  add column if not exists tax_year Nullable(UInt16) codec(T64) after tax_amount,
  add column if not exists last_sale_document String codec(ZSTD) after is_deed_inferred;
