import type { CampaignType, FileColumn } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { DeliveryOptions } from '@dooryard/contract/orders/quote/delivery-options'
import {
  NewRecurringOrder,
  type RecurringOrder,
  RecurringOrderChange,
} from '@dooryard/contract/recurring/recurring-orders'
import type { RecurringSchedule } from '@dooryard/contract/recurring/recurring-schedule'
import { z } from 'zod'
import { userTimeZone } from '../../lib/format/format.ts'
import { parseWholeNumber } from '../../lib/format/parse-typed.ts'

/** The fields of schedule and limits, as typed. */
export type PlanValues = {
  name: string
  every: string
  weekdays: string[]
  day: string
  time: string
  maxLeads: string
  monthlyCredits: string
}

export const emptyPlan: PlanValues = {
  name: '',
  every: 'WEEK',
  weekdays: ['1'],
  day: '1',
  time: '08:00',
  maxLeads: '200',
  monthlyCredits: '',
}

export function toPlanValues({ name, schedule, maxLeads, monthlyCredits }: RecurringOrder): PlanValues {
  return {
    name,
    every: schedule.every,
    weekdays: schedule.every === 'WEEK' ? schedule.weekdays.map(String) : ['1'],
    day: schedule.every === 'MONTH' ? String(schedule.day) : '1',
    time: schedule.time,
    maxLeads: String(maxLeads),
    monthlyCredits: String(monthlyCredits),
  }
}

function toSchedule({ every, weekdays, day, time }: PlanValues, timeZone: string): RecurringSchedule {
  if (every === 'WEEK') return { every, weekdays: weekdays.map(Number), time, timeZone }
  if (every === 'MONTH') return { every, day: parseWholeNumber(day), time, timeZone }
  return { every: 'DAY', time, timeZone }
}

/** The request of the form; the time zone of an existing order stays. */
export const toPlan = (values: PlanValues, timeZone = userTimeZone): RecurringOrderChange => ({
  name: values.name,
  schedule: toSchedule(values, timeZone),
  maxLeads: parseWholeNumber(values.maxLeads),
  monthlyCredits: parseWholeNumber(values.monthlyCredits),
})

type SourceValues = { campaignId: string; campaignType: string; savedSearchId: string }

/** An order whose filters and options are copied. */
type CopiedOrder = DeliveryOptions & {
  criteria: Criteria
  campaignId?: string | undefined
  campaignType: CampaignType
  columns?: FileColumn[]
}

export type CreateValues = PlanValues & SourceValues

type Source = {
  copied: CopiedOrder | undefined
  /** An enterprise user's campaigns, which decide the type; undefined for consumers. */
  campaigns: readonly { id: string; campaignType: CampaignType }[] | undefined
}

/** The campaign type of the order, its campaign or the choice; undefined until a campaign is chosen. */
export function getCampaignType({ campaignId, campaignType }: SourceValues, { copied, campaigns }: Source) {
  if (!campaigns) return campaignType
  return copied?.campaignType ?? campaigns.find(({ id }) => id === campaignId)?.campaignType
}

/** Without one of the choices, the request has a validation error at it. */
export function toNewRecurringOrder(values: CreateValues, source: Source) {
  const { campaignId, campaignType, savedSearchId } = values
  const { copied, campaigns } = source
  const type = getCampaignType(values, source)
  return {
    ...toPlan(values),
    ...(campaigns ? { campaignId } : { campaignType }),
    ...(copied ? { criteria: copied.criteria, sort: copied.sort } : { savedSearchId }),
    ...(copied && copied.campaignType === type ? toOptions(copied) : toDefaultOptions(type)),
  }
}

const toOptions = ({ onePerOwner, onePerAddress, columns }: CopiedOrder) => ({
  onePerOwner,
  onePerAddress,
  ...(columns && { columns }),
})

/** Those of a new order of the type. */
const toDefaultOptions = (type: string | undefined) =>
  type === 'MAIL_READY' ? { onePerOwner: true, onePerAddress: true } : {}

/** Returns the form field for a field of the request. */
export const toFieldName = (path: string) => {
  const [, part] = /^schedule\.(\w+)/.exec(path) ?? []
  return part === 'timeZone' ? 'time' : (part ?? path)
}

const emptyMessages: Record<string, string> = {
  campaignId: 'Choose a campaign',
  campaignType: 'Choose a campaign type',
  savedSearchId: 'Choose a saved search',
  monthlyCredits: 'Enter a number of credits',
  maxLeads: 'Enter a number of leads',
  day: 'Choose a day from 1 to 31',
}

const isMissing = (value: unknown) => value === '' || value === undefined || Number.isNaN(value)

function addIssues(ctx: z.RefinementCtx, error: z.ZodError | undefined, values: Record<string, unknown>): void {
  for (const { path, message } of error?.issues ?? []) {
    const field = toFieldName(path.join('.'))
    const typed = field === 'day' || field === 'maxLeads' || field === 'monthlyCredits'
    const value = typed ? parseWholeNumber(String(values[field])) : values[field]
    ctx.addIssue({ code: 'custom', path: [field], message: (isMissing(value) && emptyMessages[field]) || message })
  }
}

/** The contract's rules, under the names of the form fields. */
export const planSchema = z
  .custom<PlanValues>()
  .superRefine((values, ctx) => addIssues(ctx, RecurringOrderChange.safeParse(toPlan(values)).error, values))

export const buildCreateSchema = (source: Source) =>
  z
    .custom<CreateValues>()
    .superRefine((values, ctx) =>
      addIssues(ctx, NewRecurringOrder.safeParse(toNewRecurringOrder(values, source)).error, values),
    )
