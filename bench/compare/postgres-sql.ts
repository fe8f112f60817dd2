import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { signalMask } from '../../server/modules/properties/records/bit-masks.ts'
import type { AtRim, Circle } from './rim.ts'

// The questions as a PostgreSQL expert would write them. Every value is the bench's own.

const metersPerMile = 1609.344
const earthMeters = 6_371_000
const milesPerDegree = 68.7

type Location = NonNullable<Criteria['location']>
type Near = NonNullable<Location['near']>
type Ring = NonNullable<Location['polygons']>[number]['coordinates'][number]

const toSqlList = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`

const distanceSql = (lat: number, lng: number) => `${2 * earthMeters} * asin(sqrt(
  power(sin(radians(lat - ${lat}) / 2), 2)
    + cos(radians(lat)) * cos(radians(${lat})) * power(sin(radians(lng - ${lng}) / 2), 2)))`

export const withinCircle = ({ lat, lng, miles }: Near) =>
  `at <@ ${boundingBox({ lat, lng, miles })} and ${distanceSql(lat, lng)} <= ${miles * metersPerMile}`

/** A box that extends beyond the circle by at least 0.5% of its radius. */
function boundingBox({ lat, lng, miles }: Near): string {
  const height = miles / milesPerDegree
  const width = height / Math.cos((lat * Math.PI) / 180)
  return `box(point(${lng - width}, ${lat - height}), point(${lng + width}, ${lat + height}))`
}

/**
 * Whether a position lies in a ring: an odd number of edges lies east of it. PostgreSQL's own polygons have no exact
 * edges: `lseg_crossing` treats a cross product within 1e-6 as zero, which puts 3 m beyond an edge of 4 km inside.
 */
function inRing(ring: Ring): string {
  const crossings = ring.slice(1).flatMap(([x, y], at) => {
    const [fromX, fromY] = ring[at] ?? [x, y]
    if (y === fromY) return []
    const edgeLng = `${(x - fromX) / (y - fromY)} * (lat - ${fromY}) + ${fromX}`
    return `((${fromY} > lat) <> (${y} > lat) and lng < ${edgeLng})::int`
  })
  const [lngs, lats] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const [low, high] = [`${Math.min(...lngs)}, ${Math.min(...lats)}`, `${Math.max(...lngs)}, ${Math.max(...lats)}`]
  return `at <@ box(point(${low}), point(${high})) and (${crossings.join(' + ')}) % 2 = 1`
}

/** The condition of a circle, except at its rim, where the store's result applies. */
export function applyRim(condition: string, atRim: AtRim | undefined): string {
  if (!atRim?.ids.length) return condition
  const apart = `${condition} and property_id not in (${atRim.ids.join(', ')})`
  return atRim.inside.length === 0 ? apart : `(${apart} or property_id in (${atRim.inside.join(', ')}))`
}

/** Properties within a metre of the rim of a circle. */
export const rimSql = ({ table, near }: Circle) => `select distinct property_id from ${table}
  where at <@ ${boundingBox(near)} and abs(${distanceSql(near.lat, near.lng)} - ${near.miles * metersPerMile}) <= 1`

/** The filters that the bench's questions use, in order. */
function buildClauses({ location, property, owner, signals, stack }: Criteria, atRim?: AtRim): string[] {
  const ring = location?.polygons?.[0]?.coordinates[0]
  const clauses = [
    location?.states && `state in ${toSqlList(location.states)}`,
    location?.counties && `county_fips in ${toSqlList(location.counties)}`,
    location?.zips && `zip in ${toSqlList(location.zips)}`,
    location?.near && applyRim(withinCircle(location.near), atRim),
    ring && inRing(ring),
    property?.assetClasses && `asset_class in ${toSqlList(property.assetClasses)}`,
    property?.yearBuilt?.max && `year_built <= ${property.yearBuilt.max}`,
    property?.estimatedValue?.min && `estimated_value >= ${property.estimatedValue.min}`,
    owner?.occupancies && `occupancy in ${toSqlList(owner.occupancies)}`,
    // As an array for the index, which does not support bit masks.
    signals?.anyOf &&
      `signal_list && array[${signals.anyOf.map((one) => Math.log2(signalMask.toMask([one]))).join(', ')}]`,
  ]
  return [...clauses, ...buildStackClauses(stack)].filter((clause) => typeof clause === 'string')
}

/**
 * Properties that are in at least so many searches of one place: the place first, for the index, then the count of
 * searches.
 */
function buildStackClauses(stack: Criteria['stack']): string[] {
  if (!stack) return []
  const [first] = stack.of
  const times = stack.of.map(({ criteria: { location: _, ...asked } }) => `(${buildClauses(asked).join(' and ')})`)
  const among = times.map((condition) => `coalesce(${condition}, false)::int`).join(' + ')
  return [...buildClauses({ location: first?.criteria.location }), `${among} >= ${stack.atLeast}`]
}

const buildWhere = (criteria: Criteria, atRim?: AtRim) => `where ${buildClauses(criteria, atRim).join(' and ')}`

export const countSql = (criteria: Criteria, atRim?: AtRim) =>
  `select count(*) as count, count(*) filter (where is_mailable) as mailable
   from properties ${buildWhere(criteria, atRim)}`

/** All facets in one scan. */
export const facetsSql = (criteria: Criteria) =>
  `select asset_class, owner_type, occupancy, count(*) as count, count(*) filter (where is_mailable) as mailable
   from properties ${buildWhere(criteria)} group by grouping sets ((asset_class), (owner_type), (occupancy), ())
   order by grouping(asset_class, owner_type, occupancy) desc`

/**
 * What remains after each filter, and what each one alone removes, in one scan of the location; what removing the
 * location filter would add is counted over the whole table.
 */
export function breakdownSql({ location, ...rest }: Criteria): string {
  const place = buildClauses({ location })
  const flags = buildClauses(rest).map((clause) => `coalesce(${clause}, false)`)
  const all = (some: readonly string[]) => `count(*) filter (where ${some.join(' and ')})`
  const [first, anywhere] = [place.length, `(select count(*) from properties ${buildWhere(rest)})`]
  const steps = flags.flatMap((flag, at) => [
    `${all(flags.slice(0, at + 1))} as "step ${first + at} remaining"`,
    `${all([`not ${flag}`, ...flags.toSpliced(at, 1)])} as "step ${first + at} without"`,
  ])
  if (first > 0) steps.push('count(*) as "step 0 remaining"', `${anywhere} - ${all(flags)} as "step 0 without"`)
  const from = first > 0 ? `from properties where ${place.join(' and ')}` : 'from properties'
  return `select ${all(flags)} as count, ${steps.join(', ')} ${from}`
}

const rowColumns = `property_id, apn, county_fips, address, unit, city, state, zip, owner_names, owner_type, occupancy,
  mailing_address, mailing_city, mailing_state, mailing_zip, asset_class, asset_sub_group, bedrooms, bathrooms,
  living_area_sqft, year_built, estimated_value, last_sale_date, last_sale_price, signals`

export const pageSql = (criteria: Criteria) =>
  `select (select count(*) from properties ${buildWhere(criteria)}), page.* from (
     select ${rowColumns} from properties ${buildWhere(criteria)}
     order by state, county_fips, zip, property_id limit 25) as page`

/** The other properties of a property's owner, by place. */
export const sameOwnerSql = (id: string) => {
  const others = `from properties
    where owner_key = (select owner_key from properties where property_id = ${id}) and property_id <> ${id}`
  return `select (select count(*) ${others}), page.* from (
     select ${rowColumns} ${others} order by state, county_fips, zip, property_id limit 10) as page`
}

/** Addresses for two words typed after the number, where the second may also be the start of a word of the city. */
export const addressesSql = (number: number, first: string, second: string) => {
  const begins = `${number} ${first} `
  return `select property_id, address, unit, city, state, zip, lat, lng from properties
   where address like '${begins}%' and ' ' || address || ' ' || city like '% ${second}%'
   order by address like '${begins}${second}%' desc, ' ' || address || ' ' || city || ' ' like '% ${second} %' desc,
     address collate "C", state collate "C", city collate "C", zip collate "C", length(unit), unit collate "C", property_id
   limit 8`
}

/** Selects whole rows by a hash of the id and a seed. */
export const selectLeadsSql = (criteria: Criteria, quantity: number, seed: number) =>
  `select ${rowColumns} from properties ${buildWhere(criteria)} and is_mailable
   order by hashint8extended(property_id, ${seed}), property_id limit ${quantity}`

/** How many of the leads match, each counted once. */
export const matchingSql = (criteria: Criteria, ids: readonly string[]) =>
  `select count(*) as count from properties ${buildWhere(criteria)} and is_mailable
   and property_id in (${ids.join(', ') || 'null'})`
