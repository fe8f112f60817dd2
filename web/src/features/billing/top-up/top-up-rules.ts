import type { BillingInfo } from '@dooryard/contract/billing/billing'
import type { Pack } from '@dooryard/contract/billing/plans'
import { AutoTopUpChange } from '@dooryard/contract/billing/purchases'
import { z } from 'zod'
import { formatMoney, pluralize } from '../../../lib/format/format.ts'
import {
  dollarsField,
  formatDollarInput,
  parseCents,
  parseWholeNumber,
  wholeNumberField,
} from '../../../lib/format/parse-typed.ts'

const defaultThreshold = 200
const defaultMonthlyCap = 20_000

const findPack = (packs: Pack[], packId: string) => packs.find(({ id }) => id === packId)

/** Returns the form values as text: the current settings, or sensible defaults. */
export const toTopUpValues = ({ autoTopUp }: BillingInfo, packs: Pack[]) => ({
  enabled: autoTopUp.enabled,
  threshold: String(autoTopUp.threshold || defaultThreshold),
  packId: autoTopUp.packId ? (findPack(packs, autoTopUp.packId)?.id ?? '') : (packs[0]?.id ?? ''),
  monthlyCap: formatDollarInput(
    autoTopUp.monthlyCap.amount || Math.max(defaultMonthlyCap, packs[0]?.price.amount ?? 0),
  ),
})
export type TopUpValues = ReturnType<typeof toTopUpValues>

/**
 * The contract's rules for the typed values; if enabled, also a pack from the catalog and a monthly cap that covers
 * it.
 */
export const buildTopUpSchema = (packs: Pack[]) =>
  z
    .object({
      enabled: z.boolean(),
      threshold: wholeNumberField(AutoTopUpChange.shape.threshold),
      packId: AutoTopUpChange.shape.packId.or(z.literal('')),
      monthlyCap: dollarsField(AutoTopUpChange.shape.monthlyCap),
    })
    .superRefine(({ enabled, packId }, context) => {
      if (enabled && packId === '') context.addIssue({ code: 'custom', path: ['packId'], message: 'Choose a pack' })
    })
    .superRefine(({ enabled, packId, threshold }, context) => {
      const credits = findPack(packs, packId)?.credits
      if (!enabled || credits === undefined || threshold <= credits) return
      const message = `One pack gives ${pluralize(credits, 'credit')}, so the threshold may be at most that`
      context.addIssue({ code: 'custom', path: ['threshold'], message })
    })
    .superRefine(({ enabled, packId, monthlyCap }, context) => {
      const price = findPack(packs, packId)?.price
      if (!enabled || !price || monthlyCap >= price.amount) return
      const message = `Must cover one pack: ${formatMoney(price)}`
      context.addIssue({ code: 'custom', path: ['monthlyCap'], message })
    })

/**
 * Converts validated form values to the request body. Without a selected pack the current one stays, so that switching
 * off needs no new choice.
 */
export const toTopUpChange = (
  { enabled, threshold, packId, monthlyCap }: TopUpValues,
  currentPackId: string | undefined,
): AutoTopUpChange => ({
  enabled,
  threshold: parseWholeNumber(threshold),
  packId: packId || (currentPackId ?? ''),
  monthlyCap: parseCents(monthlyCap),
})

/** Returns the pack that saving would buy if credits are already low, and whether the monthly cap allows it now. */
export function getImmediateTopUp({ balance, autoTopUp }: BillingInfo, packs: Pack[], values: TopUpValues) {
  const spendable = balance.subscriptionCredits + balance.onDemandCredits
  const { enabled, threshold, packId, monthlyCap } = toTopUpChange(values, autoTopUp.packId)
  const pack = findPack(packs, packId)
  if (!enabled || !pack || !(spendable < threshold)) return undefined
  return { pack, spendable, isBought: autoTopUp.spentThisMonth.amount + pack.price.amount <= monthlyCap }
}
