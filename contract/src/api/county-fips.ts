import { z } from 'zod'

export const CountyFips = z.string().regex(/^\d{5}$/, 'A county is its five-digit FIPS code')
