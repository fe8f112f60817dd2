const metersPerDegree = 111_320
/** From the middle of the street to its houses. */
const offsetMeters = 10

/**
 * SQL for a tuple (lat, lng): the place on the path of a side of a street, set off to that side. Reads the columns of
 * `gazetteer_ranges` and of `rangeColumnsSql`.
 */
export const rangePositionSql = `tuple(
  lats[part] + along * rise + if(is_left, 1, -1) * if(span = 0, 0, run / span) * ${offsetMeters / metersPerDegree},
  lngs[part] + (along * run - if(is_left, 1, -1) * if(span = 0, 0, rise / span) * ${offsetMeters / metersPerDegree}) / width)`

/** SQL columns of a house number on a side of a street: the straight part of its path, and the share of that part. */
export const rangeColumnsSql = (houseNumber: string) => `
  cos(radians(lats[1])) as width,
  arrayMap((lat, lng, next_lat, next_lng) -> sqrt(pow(next_lat - lat, 2) + pow((next_lng - lng) * width, 2)),
    arrayPopBack(lats), arrayPopBack(lngs), arrayPopFront(lats), arrayPopFront(lngs)) as spans,
  arrayCumSum(spans) as ends,
  if(first_number = last_number, 0.5, (toFloat64(${houseNumber}) - first_number) / (toFloat64(last_number) - first_number))
    * ends[-1] as distance,
  -- Rounding can put the last number beyond the end.
  if((arrayFirstIndex(end -> end >= distance, ends) as reached) = 0, length(ends), reached) as part,
  spans[part] as span,
  if(span = 0, 0, 1 - (ends[part] - distance) / span) as along,
  lats[part + 1] - lats[part] as rise,
  (lngs[part + 1] - lngs[part]) * width as run`
