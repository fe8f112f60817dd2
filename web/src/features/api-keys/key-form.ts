import { type ApiKey, NewApiKey } from '@dooryard/contract/api-keys'
import type { ApiScope } from '@dooryard/contract/api-scopes'
import { dayMs } from '@dooryard/contract/time'
import { z } from 'zod'
import { dayOf, startOfNextDay } from '../../lib/days.ts'

export const endChoices = [
  { value: 'NEVER', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'DAY', label: 'After a day I choose…' },
]

export const toKeyForm = (key?: ApiKey) => ({
  name: key?.name ?? '',
  scopes: key?.scopes ?? ([] as ApiScope[]),
  ends: key && !key.expiresAt ? 'NEVER' : key ? 'DAY' : '90',
  through: key?.expiresAt ? dayOf(Date.parse(key.expiresAt) - 1) : '',
})
export type KeyForm = ReturnType<typeof toKeyForm>

/** When a key of these values expires. The instant behind a day that nobody touched stays as it is. */
export function toExpiry({ ends, through }: KeyForm, now: number, key?: ApiKey): string | undefined {
  if (ends === 'NEVER') return undefined
  if (ends !== 'DAY') return new Date(now + Number(ends) * dayMs).toISOString()
  return key?.expiresAt && through === toKeyForm(key).through ? key.expiresAt : startOfNextDay(through)
}

export const toNewKey = (form: KeyForm, now: number, key?: ApiKey): NewApiKey => {
  const expiresAt = toExpiry(form, now, key)
  return NewApiKey.parse({ name: form.name, scopes: form.scopes, ...(expiresAt && { expiresAt }) })
}

/** The rules of the contract, and an expiry to come unless it is the one that the key has. */
export const buildKeyForm = (now: () => number, key?: ApiKey) =>
  z
    .object({ ...NewApiKey.pick({ name: true, scopes: true }).shape, ends: z.string(), through: z.string() })
    .superRefine((form, ctx) => {
      if (form.ends !== 'DAY' || (key?.expiresAt && form.through === toKeyForm(key).through)) return
      const isDay = z.iso.date().safeParse(form.through).success
      if (isDay && Date.parse(startOfNextDay(form.through)) > now()) return
      ctx.addIssue({ code: 'custom', path: ['through'], message: isDay ? 'Enter a day to come' : 'Enter a day' })
    })
