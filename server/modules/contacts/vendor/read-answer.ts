import { z } from 'zod'
import { parseJson } from '../../../platform/json.ts'
import { emailAddress, lineTypeOf, phoneDigits } from '../contact-rules.ts'
import { type FoundContact, type TracedOwner, VendorError } from '../contact-vendor.ts'

const Answer = z.object({
  owners: z
    .array(
      z.object({
        ownerKey: z.string(),
        phones: z
          .array(z.object({ number: z.string().max(100), lineType: z.string().max(100).nullish() }))
          .max(100)
          .nullish(),
        emails: z.array(z.string().max(1000)).max(100).nullish(),
      }),
    )
    .max(10_000),
})

type Owner = z.infer<typeof Answer>['owners'][number]

/** Each once; invalid values and owners nobody asked about are left out. VendorError where it has another shape. */
export function readAnswer(text: string, asked: readonly TracedOwner[]): ReadonlyMap<string, readonly FoundContact[]> {
  const parsed = Answer.safeParse(parseJson(text))
  if (!parsed.success) throw malformed(parsed.error.issues[0]?.path.join('.'))
  const wanted = new Set(asked.map(({ ownerKey }) => ownerKey))
  const answers = Map.groupBy(
    parsed.data.owners.filter(({ ownerKey }) => wanted.has(ownerKey)),
    ({ ownerKey }) => ownerKey,
  )
  return new Map([...answers].map(([ownerKey, ofOwner]) => [ownerKey, ofOwner.flatMap(contactsOf).filter(isFirst())]))
}

// Of an answer itself nothing is told: it may have people's numbers in it.
const malformed = (where = '') =>
  new VendorError(`Its answer cannot be read${where ? `, at ${where}` : ''}.`, { wasProcessed: true })

function contactsOf({ phones, emails }: Owner): FoundContact[] {
  const numbers = (phones ?? []).flatMap(({ number, lineType }) => {
    const value = phoneDigits(number)
    return value ? [{ kind: 'PHONE' as const, value, lineType: lineTypeOf(lineType ?? '') }] : []
  })
  const addresses = (emails ?? []).flatMap((email) => {
    const value = emailAddress(email)
    return value ? [{ kind: 'EMAIL' as const, value, lineType: '' as const }] : []
  })
  return [...numbers, ...addresses]
}

function isFirst() {
  const seen = new Set<string>()
  return ({ value }: FoundContact) => !seen.has(value) && seen.add(value).size > 0
}
