import { expect, test } from 'vitest'
import { buildDirectory, type PlaceKind } from './directory.ts'
import { findPlaces, type PlaceQuery } from './list-places.ts'
import { tallyPlaces } from './place-counts.ts'

const bare = buildDirectory()
const rolls = buildDirectory(
  tallyPlaces([
    { state: 'TN', county_fips: '47037', zip: '37203', city: 'NASHVILLE', count: '70' },
    { state: 'TN', county_fips: '47037', zip: '37013', city: 'ANTIOCH', count: '30' },
    { state: 'MO', county_fips: '29510', zip: '63101', city: 'ST LOUIS', count: '5' },
    { state: 'MO', county_fips: '29189', zip: '63000', city: 'EXAMPLE GROVE', count: '2' },
    { state: 'CT', county_fips: '09140', zip: '06484', city: 'SHELTON', count: '9' },
    { state: 'SD', county_fips: '46113', zip: '57770', city: '', count: '3' },
    { state: 'TX', county_fips: '', zip: '', city: '', count: '4' },
  ]),
)

const find = (kind: PlaceKind, query: Partial<PlaceQuery>, directory = rolls) =>
  findPlaces(directory, kind, { limit: 5, ...query }).map(({ item }) => item)
const labels = (kind: PlaceKind, query: Partial<PlaceQuery>, directory = rolls) =>
  find(kind, query, directory).map(({ label }) => label)

test('before counts are ready the whole country is listed, larger places first', () => {
  expect(labels('cities', { search: 'nash', limit: 2 }, bare)).toEqual(['Nashville, TN', 'Nashua, NH'])
  expect(labels('states', { search: 'new y' }, bare)).toEqual(['New York'])
  expect(find('zips', { search: '37209' }, bare)).toEqual([
    { value: '37209', label: '37209 Nashville, TN', parent: 'TN:NASHVILLE', lat: 36.1546, lng: -86.8602 },
  ])
  expect(find('counties', { search: 'davidson tn' }, bare)).toMatchObject([{ value: '47037', parent: 'TN' }])
  expect(labels('counties', { search: 'tenn', limit: 100 }, bare)).toHaveLength(95)
  expect(labels('counties', { search: 'delaware', limit: 100 }, bare)).toEqual(
    expect.arrayContaining(['Delaware County, OH', 'Sussex County, DE']),
  )
  expect(find('cities', { search: 'ofallon mo' }, bare)).toMatchObject([{ value: 'MO:O FALLON' }])
})

test('places with data come first, by number of properties', () => {
  expect(find('states', { limit: 3 })).toMatchObject([
    { value: 'TN', count: 100 },
    { value: 'CT', count: 9 },
    { value: 'MO', count: 7 },
  ])
  expect(labels('cities', { search: 'tn', limit: 3 })).toEqual(['Nashville, TN', 'Antioch, TN', 'Memphis, TN'])
  expect(labels('zips', { search: '37', limit: 3 })).toEqual([
    '37203 Nashville, TN',
    '37013 Antioch, TN',
    expect.stringMatching(/^37\d{3} /),
  ])
})

test('among places with data, a name that begins with the search precedes a larger place', () => {
  const counted = buildDirectory(
    tallyPlaces([
      { state: 'NY', county_fips: '36061', zip: '10001', city: 'NEW YORK', count: '900' },
      { state: 'PA', county_fips: '42133', zip: '17401', city: 'YORK', count: '10' },
    ]),
  )
  expect(labels('cities', { search: 'york', limit: 2 }, counted)).toEqual(['York, PA', 'New York, NY'])
})

test('a city is listed once, as the rolls spell it, with its proper name and position', () => {
  expect(find('cities', { search: 'saint louis', state: 'mo', limit: 1 })).toEqual([
    { value: 'MO:ST LOUIS', label: 'Saint Louis, MO', parent: 'MO', count: 5, lat: 38.6403, lng: -90.2863 },
  ])
})

test('cities and ZIPs that only a roll has are listed', () => {
  expect(find('cities', { search: 'example' })).toEqual([
    { value: 'MO:EXAMPLE GROVE', label: 'Example Grove, MO', parent: 'MO', count: 2 },
  ])
  expect(find('zips', { search: '63000' })).toEqual([
    { value: '63000', label: '63000 Example Grove, MO', parent: 'MO:EXAMPLE GROVE', count: 2 },
  ])
})

test('state, county and city filters combine', () => {
  expect(labels('zips', { county: '47037', city: 'TN:NASHVILLE', search: '3720', limit: 1 })).toEqual([
    '37203 Nashville, TN',
  ])
  expect(labels('zips', { county: '47157', city: 'TN:NASHVILLE' })).toEqual([])
  expect(find('zips', { city: 'MO:SAINT LOUIS', limit: 1 })).toMatchObject([{ value: '63101', count: 5 }])
  expect(labels('counties', { state: 'DC' })).toEqual(['District of Columbia, DC'])
  expect(labels('cities', { county: '47037', search: 'ant' })).toEqual(['Antioch, TN'])
  expect(labels('counties', { values: ['06037', '47037'] })).toEqual(['Davidson County, TN', 'Los Angeles County, CA'])
})

test('a Connecticut county counts rolls of both vintages, and lists only its own ZIPs', () => {
  expect(find('counties', { search: 'fairfield ct' })).toMatchObject([{ value: '09001', count: 9 }])
  expect(find('counties', { search: 'naugatuck' })).toMatchObject([{ value: '09140', count: 9 }])
  expect(find('zips', { county: '09001', search: 'shelton' })).toMatchObject([{ value: '06484', count: 9 }])
  expect(find('zips', { county: '09005', search: 'shelton' })).toEqual([])
})

test('a former county is found by its old and new name while a roll uses it', () => {
  expect(find('counties', { search: 'shannon' })).toMatchObject([
    { value: '46113', label: 'Shannon County, SD', count: 3 },
    { value: '29203' },
  ])
  expect(find('counties', { search: 'oglala' })).toMatchObject([{ value: '46102', count: 3 }])
})

test('a search that matches no place is empty', () => {
  expect(labels('cities', { search: 'xyzzy' })).toEqual([])
  expect(labels('zips', { search: '3720 nowhere' })).toEqual([])
})

test('the first digits of a ZIP do not match county codes', () => {
  expect(labels('counties', { search: '370' })).toEqual([])
  expect(labels('zips', { search: '370', limit: 1 })).toEqual(['37013 Antioch, TN'])
  expect(labels('counties', { search: '47037' })).toEqual(['Davidson County, TN'])
})
