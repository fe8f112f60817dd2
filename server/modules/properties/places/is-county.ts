import { country } from './country.ts'

/** Whether a FIPS code is a county's, of today or of the vintages that rolls still use. */
export const isCounty = (fips: string): boolean => country().counties.has(fips)
