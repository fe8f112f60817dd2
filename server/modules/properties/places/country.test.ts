import { expect, test } from 'vitest'
import { country, positionOfZip, statesOfZip } from './country.ts'
import { countiesEquivalentTo } from './county-vintages.ts'
import { stateOfCounty } from './states.ts'

const { counties, zips } = country()

test('every ZIP of every state lies in a county that has a name and a position, of its own state', () => {
  expect(zips.size).toBeGreaterThan(40_000)
  expect(new Set([...zips.values()].map(({ state }) => state)).size).toBe(51)
  const astray = [...zips.values()].filter(
    ({ county, drawnCounty, state }) =>
      !counties.has(county) || !counties.has(drawnCounty) || stateOfCounty(county) !== state,
  )
  expect(astray).toEqual([])
})

test('where the two packages speak of different vintages of a county, each is found by the other', () => {
  const differ = [...zips.values()].filter(({ county, drawnCounty }) => county !== drawnCounty)
  expect(new Set(differ.map(({ state }) => state))).toEqual(new Set(['CT', 'AK']))
  for (const { county, drawnCounty } of differ) {
    expect(countiesEquivalentTo(county)).toContain(drawnCounty)
    expect(countiesEquivalentTo(drawnCounty)).toContain(county)
  }
})

test('every ZIP of Connecticut is in a planning region, and in the county that was there before', () => {
  const connecticut = [...zips.values()].filter(({ state }) => state === 'CT')
  expect(new Set(connecticut.map(({ county }) => county)).size).toBe(9)
  expect(new Set(connecticut.map(({ drawnCounty }) => drawnCounty)).size).toBe(8)
  expect(zips.get('06484')).toMatchObject({ city: 'Shelton', county: '09140', drawnCounty: '09001' })
  expect(zips.get('06010')).toMatchObject({ city: 'Bristol', county: '09140', drawnCounty: '09003' })
  expect(zips.get('06776')).toMatchObject({ city: 'New Milford', county: '09190', drawnCounty: '09005' })
  // Filed under their old counties still:
  expect(zips.get('06875')).toMatchObject({ city: 'Redding Center', county: '09190', drawnCounty: '09001' })
  expect(zips.get('06794')).toMatchObject({ city: 'Washington Depot', county: '09160', drawnCounty: '09005' })
  expect(zips.get('06066')).toMatchObject({ city: 'Vernon Rockville', county: '09110', drawnCounty: '09013' })
})

test('Alaska has the boroughs of today, and the census area that two of them were', () => {
  expect(zips.get('99686')).toMatchObject({ city: 'Valdez', county: '02063', drawnCounty: '02261' })
  expect(zips.get('99588')).toMatchObject({ city: 'Glennallen', county: '02066', drawnCounty: '02261' })
  // Filed under a census area that was dissolved in 2007:
  expect(zips.get('99689')).toMatchObject({ city: 'Yakutat', county: '02282', drawnCounty: '02282' })
})

test('counties that were renamed or merged have the code of today', () => {
  expect(zips.get('57770')).toMatchObject({ city: 'Pine Ridge', county: '46102' })
  expect(zips.get('24523')).toMatchObject({ city: 'Bedford', county: '51019' })
  expect(zips.get('33130')).toMatchObject({ city: 'Miami', county: '12086' })
  expect(counties.get('35013')?.name).toBe('Doña Ana')
})

test('a ZIP says its state and where it is, and what is none says nothing', () => {
  expect(statesOfZip('37203')).toEqual(['TN'])
  expect(positionOfZip('37203')).toEqual({ lat: expect.closeTo(36.15, 1), lng: expect.closeTo(-86.79, 1) })
  expect(statesOfZip('00000')).toEqual([])
  expect(positionOfZip('00000')).toBeUndefined()
  // Mail to the forces goes to no state.
  expect(statesOfZip('09001')).toEqual([])
})

test('every county has a position in or near its state', () => {
  for (const { fips, lat, lng } of counties.values()) {
    expect([fips, lat > -15 && lat < 72]).toEqual([fips, true])
    expect([fips, lng < -64 || lng > 143]).toEqual([fips, true])
  }
  expect(counties.get('47037')).toMatchObject({ lat: expect.closeTo(36.17, 1), lng: expect.closeTo(-86.78, 1) })
  expect(counties.get('09190')).toMatchObject({ lat: expect.closeTo(41.2, 0), lng: expect.closeTo(-73.45, 0) })
})
