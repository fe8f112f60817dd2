import { campaignTypes } from '@dooryard/contract/api/enums'
import { Criteria, excludesPurchased, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import { getCriteriaSizeError } from '@dooryard/contract/criteria/stored-criteria'
import { NewCampaign } from '@dooryard/contract/orders/campaigns'
import { deliveryOptions } from '@dooryard/contract/orders/quote/delivery-options'
import { z } from 'zod'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { buildDraftKey } from '../../../lib/drafts.ts'
import { type Step, steps } from './wizard-step.ts'

const defaultOrderName = 'First order'

/**
 * An unfinished campaign and its first order, stored in the browser until they are created or discarded. Drafts of
 * older versions are read as far as possible.
 */
export const CampaignDraft = z.object({
  campaignType: campaignTypes.schema.optional().catch(undefined),
  criteria: Criteria.catch({}),
  /** The saved search that the filters came from, as it was then. */
  source: z.object({ id: z.uuid().optional(), name: z.string(), criteria: Criteria }).optional().catch(undefined),
  name: z.string().catch(''),
  orderName: z.string().catch(defaultOrderName),
  /** As typed. */
  quantity: z.string().catch(''),
  /** Whether the first order adds phones to leads purchased for mail. */
  addPhones: z.boolean().optional().catch(undefined),
  /** Which leads the first order takes first, and how many of an owner or address. */
  delivery: z.object(deliveryOptions).optional().catch(undefined),
  /** The name and quantity that were filled in; the user changed whichever differs. */
  suggested: z.object({ name: z.string(), quantity: z.string() }).optional().catch(undefined),
  /** The campaign's id if it was created but its order was refused. */
  campaignId: z.uuid().optional().catch(undefined),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

export const createEmptyDraft = (): CampaignDraft => ({
  criteria: {},
  name: '',
  orderName: defaultOrderName,
  quantity: '',
})

/** Replaces the filters and keeps the exclusions, which are chosen in a separate step. */
export const replaceFilters = ({ exclude }: Criteria, { exclude: _, ...filters }: Criteria): Criteria =>
  exclude ? { ...filters, exclude } : filters

const isSameAudience = (one: Criteria, other: Criteria) =>
  isSameCriteria(replaceFilters({}, one), replaceFilters({}, other))

/** The draft without what was typed for its audience. */
const resetOrder = ({ addPhones: _, delivery: __, suggested: ___, ...draft }: CampaignDraft): CampaignDraft => {
  const { name, orderName, quantity } = createEmptyDraft()
  return { ...draft, name, orderName, quantity }
}

/**
 * Applies a change to the draft. A campaign's type is fixed, so another type needs another campaign. The names, the
 * quantity and the delivery belong to the filters that they were chosen for.
 */
export function changeDraft(draft: CampaignDraft, change: Partial<CampaignDraft>): CampaignDraft {
  const isOther = change.criteria !== undefined && !isSameAudience(change.criteria, draft.criteria)
  const next = { ...(isOther ? resetOrder(draft) : draft), ...change }
  return next.campaignType === draft.campaignType ? next : { ...next, campaignId: undefined }
}

/** Fills in a suggested name and quantity where the user has typed none. */
export function fillSuggestion(draft: CampaignDraft, next: { name: string; quantity: string }): CampaignDraft {
  const before = draft.suggested ?? { name: '', quantity: '' }
  const fill = (field: 'name' | 'quantity') => (draft[field] === before[field] ? next[field] : draft[field])
  return { ...draft, name: fill('name'), quantity: fill('quantity'), suggested: next }
}

/** The choice to add phones to leads purchased for mail; undefined where the criteria include these leads anyway. */
export const toAddPhonesChoice = (
  { criteria, addPhones = false }: CampaignDraft,
  change: (change: Partial<CampaignDraft>) => void,
) =>
  excludesPurchased(criteria)
    ? { isOn: addPhones, onChange: (isOn: boolean) => change({ addPhones: isOn }) }
    : undefined

/** The draft of a campaign that adds phones to the leads of a delivered order that were purchased for mail. */
export function buildPhonesDraft(orderId: string, orderName: string): CampaignDraft {
  const name = `Phones for ${orderName}`.slice(0, 100)
  return {
    ...createEmptyDraft(),
    campaignType: 'CALL_READY',
    criteria: { only: { orderId, purchased: 'MAIL_ONLY' } },
    addPhones: true,
    name,
    suggested: { name, quantity: '' },
  }
}

/** Returns what is missing to finish a step, as a sentence; undefined if nothing is. */
export function getStepProblem(draft: CampaignDraft, step: Step): string | undefined {
  if (step === 'type') return draft.campaignType ? undefined : 'Choose a type to continue'
  if (step === 'audience') {
    if (isEmptyCriteria(draft.criteria)) return 'Choose at least one filter to continue'
    // Exclusions can only be reduced in the next step, so their size counts there.
    return getCriteriaSizeError(replaceFilters({}, draft.criteria)) ?? undefined
  }
  if (step === 'suppression') return getCriteriaSizeError(draft.criteria) ?? undefined
  if (step === 'review') return NewCampaign.shape.name.safeParse(draft.name).error?.issues[0]?.message
}

/** Returns the step to show for the requested one: never past an unfinished step. */
export function getReachableStep(draft: CampaignDraft, requestedStep: Step): Step {
  const unfinished = steps.findIndex((step) => getStepProblem(draft, step) !== undefined)
  const furthest = unfinished === -1 ? steps.length - 1 : unfinished
  return steps[Math.min(steps.indexOf(requestedStep), furthest)] ?? 'type'
}

/** Whether a draft contains anything worth saving. */
export const isWorthSaving = ({ campaignType, criteria, name }: CampaignDraft) =>
  campaignType !== undefined || !isEmptyCriteria(criteria) || name !== ''

const storageKey = (userId: string) => buildDraftKey('campaign', userId)

export function loadDraft(userId: string): CampaignDraft {
  try {
    const parsed = CampaignDraft.safeParse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? 'null'))
    return parsed.success ? parsed.data : createEmptyDraft()
  } catch {
    return createEmptyDraft()
  }
}

export function saveDraft(userId: string, draft: CampaignDraft) {
  try {
    if (isWorthSaving(draft)) localStorage.setItem(storageKey(userId), JSON.stringify(draft))
    else localStorage.removeItem(storageKey(userId))
  } catch {
    // Without storage the draft lives as long as the screen.
  }
}
