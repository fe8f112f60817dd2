import { expect, test } from 'vitest'
import { getCountry, getZipPosition, isCounty, listZipStates } from './country.ts'
import { listEquivalentCounties } from './county-vintages.ts'
import { getCountyState } from './states.ts'

const { counties, zips } = getCountry()

test('every ZIP lies in a county of its own state with a name and a position', () => {
  expect(zips.size).toBeGreaterThan(40_000)
  expect(new Set([...zips.values()].map(({ state }) => state)).size).toBe(51)
  const misplaced = [...zips.values()].filter(
    ({ county, drawnCounty, state }) =>
      !counties.has(county) || !counties.has(drawnCounty) || getCountyState(county) !== state,
  )
  expect(misplaced).toEqual([])
})

test('county codes of different vintages in the two packages are matched', () => {
  const differ = [...zips.values()].filter(({ county, drawnCounty }) => county !== drawnCounty)
  expect(new Set(differ.map(({ state }) => state))).toEqual(new Set(['CT', 'AK']))
  for (const { county, drawnCounty } of differ) {
    expect(listEquivalentCounties(county)).toContain(drawnCounty)
    expect(listEquivalentCounties(drawnCounty)).toContain(county)
  }
})

test('the codes of all counties are known, and no others', () => {
  expect([...counties.keys()].filter((fips) => !isCounty(fips))).toEqual([])
  const codes = Array.from({ length: 100_000 }, (_, at) => String(at).padStart(5, '0'))
  expect(codes.filter(isCounty).length).toBe(counties.size)
})

test('every ZIP of Connecticut is in a planning region and in its former county', () => {
  const connecticut = [...zips.values()].filter(({ state }) => state === 'CT')
  expect(new Set(connecticut.map(({ county }) => county)).size).toBe(9)
  expect(new Set(connecticut.map(({ drawnCounty }) => drawnCounty)).size).toBe(8)
  expect(zips.get('06484')).toMatchObject({ city: 'Shelton', county: '09140', drawnCounty: '09001' })
  expect(zips.get('06010')).toMatchObject({ city: 'Bristol', county: '09140', drawnCounty: '09003' })
  expect(zips.get('06776')).toMatchObject({ city: 'New Milford', county: '09190', drawnCounty: '09005' })
  // Still filed under their old counties:
  expect(zips.get('06875')).toMatchObject({ city: 'Redding Center', county: '09190', drawnCounty: '09001' })
  expect(zips.get('06794')).toMatchObject({ city: 'Washington Depot', county: '09160', drawnCounty: '09005' })
  expect(zips.get('06066')).toMatchObject({ city: 'Vernon Rockville', county: '09110', drawnCounty: '09013' })
})

test('Alaska has its current boroughs, and the former census area of two of them', () => {
  expect(zips.get('99686')).toMatchObject({ city: 'Valdez', county: '02063', drawnCounty: '02261' })
  expect(zips.get('99588')).toMatchObject({ city: 'Glennallen', county: '02066', drawnCounty: '02261' })
  // Filed under a census area dissolved in 2007:
  expect(zips.get('99689')).toMatchObject({ city: 'Yakutat', county: '02282', drawnCounty: '02282' })
})

test('renamed or merged counties have their current code', () => {
  expect(zips.get('57770')).toMatchObject({ city: 'Pine Ridge', county: '46102' })
  expect(zips.get('24523')).toMatchObject({ city: 'Bedford', county: '51019' })
  expect(zips.get('33130')).toMatchObject({ city: 'Miami', county: '12086' })
  expect(counties.get('35013')?.name).toBe('Doña Ana')
})

test('a ZIP has a state and a position, and an unknown ZIP has neither', () => {
  expect(listZipStates('37203')).toEqual(['TN'])
  expect(getZipPosition('37203')).toEqual({ lat: expect.closeTo(36.15, 1), lng: expect.closeTo(-86.79, 1) })
  expect(listZipStates('00000')).toEqual([])
  expect(getZipPosition('00000')).toBeUndefined()
  // Military mail belongs to no state.
  expect(listZipStates('09001')).toEqual([])
})

test('every county has a position in or near its state', () => {
  for (const { fips, lat, lng } of counties.values()) {
    expect([fips, lat > -15 && lat < 72]).toEqual([fips, true])
    expect([fips, lng < -64 || lng > 143]).toEqual([fips, true])
  }
  expect(counties.get('47037')).toMatchObject({ lat: expect.closeTo(36.17, 1), lng: expect.closeTo(-86.78, 1) })
  expect(counties.get('09190')).toMatchObject({ lat: expect.closeTo(41.2, 0), lng: expect.closeTo(-73.45, 0) })
})
