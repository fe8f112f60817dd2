import type { BillingInfo } from '@dooryard/contract/billing'
import type { Pack } from '@dooryard/contract/plans'
import { AutoTopUpChange } from '@dooryard/contract/purchases'
import { z } from 'zod'
import { formatMoney, plural } from '../../../lib/format.ts'
import { centsIn, dollarsOf, typedDollars, typedWhole, wholeIn } from '../../../lib/typed.ts'

const fewCredits = 200
const someDollars = 20_000

const packOf = (packs: Pack[], packId: string) => packs.find(({ id }) => id === packId)

/** The form's fields as texts, filled with what is set, or with what is sensible to begin with. */
export const topUpValues = ({ autoTopUp }: BillingInfo, packs: Pack[]) => ({
  enabled: autoTopUp.enabled,
  threshold: String(autoTopUp.threshold || fewCredits),
  packId: autoTopUp.packId ? (packOf(packs, autoTopUp.packId)?.id ?? '') : (packs[0]?.id ?? ''),
  monthlyCap: dollarsOf(autoTopUp.monthlyCap.amount || Math.max(someDollars, packs[0]?.price.amount ?? 0)),
})
export type TopUpValues = ReturnType<typeof topUpValues>

/**
 * What the form accepts: the contract's rules over what was typed, and where it is on, a pack that is on offer and a month
 * that has room for one.
 */
export const topUpSchema = (packs: Pack[]) =>
  z
    .object({
      enabled: z.boolean(),
      threshold: typedWhole(AutoTopUpChange.shape.threshold),
      packId: AutoTopUpChange.shape.packId.or(z.literal('')),
      monthlyCap: typedDollars(AutoTopUpChange.shape.monthlyCap),
    })
    .superRefine(({ enabled, packId }, context) => {
      if (enabled && packId === '') context.addIssue({ code: 'custom', path: ['packId'], message: 'Choose a pack' })
    })
    .superRefine(({ enabled, packId, threshold }, context) => {
      const credits = packOf(packs, packId)?.credits
      if (!enabled || credits === undefined || threshold <= credits) return
      const message = `One pack gives ${plural(credits, 'credit')}, so the threshold may be at most that`
      context.addIssue({ code: 'custom', path: ['threshold'], message })
    })
    .superRefine(({ enabled, packId, monthlyCap }, context) => {
      const price = packOf(packs, packId)?.price
      if (!enabled || !price || monthlyCap >= price.amount) return
      const message = `One pack costs ${formatMoney(price)}, so a month needs that much`
      context.addIssue({ code: 'custom', path: ['monthlyCap'], message })
    })

/** What is sent of a form that was found good; whoever switches off need not choose another pack than the `known` one. */
export const topUpChange = (
  { enabled, threshold, packId, monthlyCap }: TopUpValues,
  known: string | undefined,
): AutoTopUpChange => ({
  enabled,
  threshold: wholeIn(threshold),
  packId: packId || (known ?? ''),
  monthlyCap: centsIn(monthlyCap),
})

/** Where saving finds too few credits: the pack that is to be bought, and whether the month has room for it at once. */
export function atOnce({ balance, autoTopUp }: BillingInfo, packs: Pack[], values: TopUpValues) {
  const spendable = balance.subscriptionCredits + balance.onDemandCredits
  const { enabled, threshold, packId, monthlyCap } = topUpChange(values, autoTopUp.packId)
  const pack = packOf(packs, packId)
  if (!enabled || !pack || !(spendable < threshold)) return undefined
  return { pack, spendable, isBought: autoTopUp.spentThisMonth.amount + pack.price.amount <= monthlyCap }
}
