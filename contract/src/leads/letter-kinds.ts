import type { z } from 'zod'
import { enumWithLabels } from '../api/enums.ts'

export const letterKinds = enumWithLabels({
  LETTER: ['Letter', 'US Letter, folded in three for a #10 window envelope'],
  POSTCARD: ['Postcard', '4 × 6 in, with a text on the front and the address on the back'],
})
export type LetterKind = z.infer<typeof letterKinds.schema>
