import type { Criteria } from '@dooryard/contract/criteria'
import { signalMask } from '../server/modules/properties/bits.ts'
import type { AtRim, Circle } from './rim.ts'

// The questions as somebody who knows PostgreSQL would put them. Every value is the bench's own.

const metersPerMile = 1609.344
const earthMeters = 6_371_000
const milesPerDegree = 68.7

type Location = NonNullable<Criteria['location']>
type Near = NonNullable<Location['near']>
type Ring = NonNullable<Location['polygons']>[number]['coordinates'][number]

const list = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`

const distance = (lat: number, lng: number) => `${2 * earthMeters} * asin(sqrt(
  power(sin(radians(lat - ${lat}) / 2), 2)
    + cos(radians(lat)) * cos(radians(${lat})) * power(sin(radians(lng - ${lng}) / 2), 2)))`

export const within = ({ lat, lng, miles }: Near) =>
  `at <@ ${box({ lat, lng, miles })} and ${distance(lat, lng)} <= ${miles * metersPerMile}`

/** Reaches beyond the circle by at least half a hundredth of its radius. */
function box({ lat, lng, miles }: Near): string {
  const height = miles / milesPerDegree
  const width = height / Math.cos((lat * Math.PI) / 180)
  return `box(point(${lng - width}, ${lat - height}), point(${lng + width}, ${lat + height}))`
}

/**
 * Whether a position lies in a ring: an odd number of its edges lie east of it. PostgreSQL's own polygons have no exact
 * edges: `lseg_crossing` takes a cross product within 1e-6 for zero, which puts 3 m beyond an edge of 4 km inside.
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

/** The condition of a circle, but for what lies at its rim, which is inside where the store has it inside. */
export function settled(condition: string, atRim: AtRim | undefined): string {
  if (!atRim?.ids.length) return condition
  const apart = `${condition} and property_id not in (${atRim.ids.join(', ')})`
  return atRim.inside.length === 0 ? apart : `(${apart} or property_id in (${atRim.inside.join(', ')}))`
}

/** What lies within a metre of the rim of a circle. */
export const rimSql = ({ table, near }: Circle) => `select distinct property_id from ${table}
  where at <@ ${box(near)} and abs(${distance(near.lat, near.lng)} - ${near.miles * metersPerMile}) <= 1`

/** The clauses that the bench's questions use, in order. */
function clausesOf({ location, property, owner, signals, stack }: Criteria, atRim?: AtRim): string[] {
  const ring = location?.polygons?.[0]?.coordinates[0]
  const clauses = [
    location?.states && `state in ${list(location.states)}`,
    location?.counties && `county_fips in ${list(location.counties)}`,
    location?.zips && `zip in ${list(location.zips)}`,
    location?.near && settled(within(location.near), atRim),
    ring && inRing(ring),
    property?.assetClasses && `asset_class in ${list(property.assetClasses)}`,
    property?.yearBuilt?.max && `year_built <= ${property.yearBuilt.max}`,
    property?.estimatedValue?.min && `estimated_value >= ${property.estimatedValue.min}`,
    owner?.occupancies && `occupancy in ${list(owner.occupancies)}`,
    // As an array for the index, which knows nothing of bit masks.
    signals?.anyOf &&
      `signal_list && array[${signals.anyOf.map((one) => Math.log2(signalMask.toMask([one]))).join(', ')}]`,
  ]
  return [...clauses, ...stackOf(stack)].filter((clause) => typeof clause === 'string')
}

/** What is in so many searches of one place: that first, for the index, and then how many it is in. */
function stackOf(stack: Criteria['stack']): string[] {
  if (!stack) return []
  const [first] = stack.of
  const times = stack.of.map(({ criteria: { location: _, ...asked } }) => `(${clausesOf(asked).join(' and ')})`)
  const among = times.map((condition) => `coalesce(${condition}, false)::int`).join(' + ')
  return [...clausesOf({ location: first?.criteria.location }), `${among} >= ${stack.atLeast}`]
}

const where = (criteria: Criteria, atRim?: AtRim) => `where ${clausesOf(criteria, atRim).join(' and ')}`

export const countSql = (criteria: Criteria, atRim?: AtRim) =>
  `select count(*) as count, count(*) filter (where is_mailable) as mailable
   from properties ${where(criteria, atRim)}`

/** All facets in one scan. */
export const facetsSql = (criteria: Criteria) =>
  `select asset_class, owner_type, occupancy, count(*) as count, count(*) filter (where is_mailable) as mailable
   from properties ${where(criteria)} group by grouping sets ((asset_class), (owner_type), (occupancy), ())
   order by grouping(asset_class, owner_type, occupancy) desc`

/**
 * What remains after each clause, and what each alone takes away, in one scan of the location; what that gives back is
 * counted everywhere.
 */
export function waterfallSql({ location, ...rest }: Criteria): string {
  const place = clausesOf({ location })
  const flags = clausesOf(rest).map((clause) => `coalesce(${clause}, false)`)
  const all = (some: readonly string[]) => `count(*) filter (where ${some.join(' and ')})`
  const [first, anywhere] = [place.length, `(select count(*) from properties ${where(rest)})`]
  const steps = flags.flatMap((flag, at) => [
    `${all(flags.slice(0, at + 1))} as "step ${first + at} remaining"`,
    `${all([`not ${flag}`, ...flags.toSpliced(at, 1)])} as "step ${first + at} gives back"`,
  ])
  if (first > 0) steps.push('count(*) as "step 0 remaining"', `${anywhere} - ${all(flags)} as "step 0 gives back"`)
  const from = first > 0 ? `from properties where ${place.join(' and ')}` : 'from properties'
  return `select ${all(flags)} as count, ${steps.join(', ')} ${from}`
}

const rowColumns = `property_id, apn, county_fips, address, unit, city, state, zip, owner_names, owner_type, occupancy,
  mailing_address, mailing_city, mailing_state, mailing_zip, asset_class, asset_sub_group, bedrooms, bathrooms,
  living_area_sqft, year_built, estimated_value, last_sale_date, last_sale_price, signals`

export const pageSql = (criteria: Criteria) =>
  `select (select count(*) from properties ${where(criteria)}), page.* from (
     select ${rowColumns} from properties ${where(criteria)}
     order by state, county_fips, zip, property_id limit 25) as page`

/** The other properties of the owner of one, by place. */
export const sameOwnerSql = (id: string) => {
  const others = `from properties
    where owner_key = (select owner_key from properties where property_id = ${id}) and property_id <> ${id}`
  return `select (select count(*) ${others}), page.* from (
     select ${rowColumns} ${others} order by state, county_fips, zip, property_id limit 10) as page`
}

/** Addresses of which two words were typed after the number, the second of which may also begin a word of the city. */
export const addressesSql = (number: number, first: string, second: string) => {
  const begins = `${number} ${first} `
  return `select property_id, address, unit, city, state, zip, lat, lng from properties
   where address like '${begins}%' and ' ' || address || ' ' || city like '% ${second}%'
   order by address like '${begins}${second}%' desc, ' ' || address || ' ' || city || ' ' like '% ${second} %' desc,
     address collate "C", state collate "C", city collate "C", zip collate "C", length(unit), unit collate "C", property_id
   limit 8`
}

/** By a hash of the id and a seed, whole rows. */
export const takeSql = (criteria: Criteria, quantity: number, seed: number) =>
  `select ${rowColumns} from properties ${where(criteria)} and is_mailable
   order by hashint8extended(property_id, ${seed}), property_id limit ${quantity}`

/** How many of some leads match, each counted once. */
export const matchingSql = (criteria: Criteria, ids: readonly string[]) =>
  `select count(*) as count from properties ${where(criteria)} and is_mailable
   and property_id in (${ids.join(', ') || 'null'})`
