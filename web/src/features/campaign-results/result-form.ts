import { type CampaignResult, NewCampaignResult } from '@dooryard/contract/results/campaign-results'
import { z } from 'zod'
import { toCalendarDay } from '../../lib/format/days.ts'
import { amountMessage, formatDollarInput, parseCents, parseWholeNumber } from '../../lib/format/parse-typed.ts'

const counts = ['mailed', 'responses', 'appointments', 'deals'] as const
const amounts = ['revenue', 'otherCost'] as const

const showCount = (count = 0) => (count === 0 ? '' : String(count))
const showAmount = (cents = 0) => (cents === 0 ? '' : formatDollarInput(cents))

/** The fields as typed; an empty number is 0. */
export const toResultValues = (result?: CampaignResult, now = Date.now()) => ({
  day: result?.day ?? toCalendarDay(now),
  orderId: result?.orderId ?? '',
  mailed: showCount(result?.mailed),
  responses: showCount(result?.responses),
  appointments: showCount(result?.appointments),
  deals: showCount(result?.deals),
  revenue: showAmount(result?.revenue),
  otherCost: showAmount(result?.otherCost),
})

export type ResultValues = ReturnType<typeof toResultValues>

const parseOr0 = (typed: string, parse: (text: string) => number) => (typed.trim() === '' ? 0 : parse(typed))

export function toResult(values: ResultValues): NewCampaignResult {
  const count = (name: (typeof counts)[number]) => parseOr0(values[name], parseWholeNumber)
  const amount = (name: (typeof amounts)[number]) => parseOr0(values[name], parseCents)
  return {
    day: values.day,
    orderId: values.orderId || null,
    ...{ mailed: count('mailed'), responses: count('responses') },
    ...{ appointments: count('appointments'), deals: count('deals') },
    ...{ revenue: amount('revenue'), otherCost: amount('otherCost') },
  }
}

/** The contract's rules for the typed values. */
export const resultSchema = z.custom<ResultValues>().superRefine((values, ctx) => {
  const { error } = NewCampaignResult.safeParse(toResult(values))
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0]) as keyof ResultValues
    const isNoAmount = amounts.some((name) => name === field) && Number.isNaN(parseCents(values[field]))
    ctx.addIssue({ code: 'custom', path: [field], message: isNoAmount ? amountMessage : message })
  }
})
