import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { enumWithLabels } from '../api/enums.ts'

export const contactResults = enumWithLabels({
  NO_ANSWER: ['No answer', 'Nobody picked up'],
  LEFT_MESSAGE: ['Left message', 'On voicemail or with somebody else'],
  REACHED: ['Reached', 'Talked to the owner'],
  CALL_BACK: ['Call back', 'Asked to be called again'],
  INTERESTED: ['Interested', 'Open to an offer'],
  NOT_INTERESTED: ['Not interested', 'Declined'],
  WRONG_NUMBER: ['Wrong number', 'Belongs to somebody else'],
  DO_NOT_CALL: [
    'Do not call',
    'Adds the number to your internal do-not-call list, and tasks to call do not remind you',
  ],
})
export type ContactResult = z.infer<typeof contactResults.schema>

/** The last result logged for a phone of a lead. */
export const PhoneResult = z
  .object({
    phone: classified('contact', z.string().describe('Ten digits')),
    result: contactResults.schema,
    at: z.iso.datetime(),
    tries: z.int().describe('Number of results logged for this phone'),
  })
  .meta({
    id: 'PhoneResult',
    example: { phone: '6155550142', result: 'LEFT_MESSAGE', at: '2026-11-02T09:30:03.000Z', tries: 2 },
  })
export type PhoneResult = z.infer<typeof PhoneResult>
