import { z } from 'zod'

export const DatasetId = z.string().regex(/^\d{1,15}$/, 'Must be a dataset number')
