import { NewCampaign } from '@dooryard/contract/campaigns'
import { Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { whyTooLarge } from '@dooryard/contract/stored-criteria'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { draftKey } from '../../../lib/drafts.ts'
import { type Step, steps } from './steps.ts'

const firstOrder = 'First order'

/**
 * A campaign and its first order in the making, kept in the browser until they are made or thrown away. What an older
 * version of the screen kept is read as far as it is understood.
 */
export const Draft = z.object({
  campaignType: campaignTypes.schema.optional().catch(undefined),
  criteria: Criteria.catch({}),
  /** The saved search that the filters were taken from, as it was then. */
  source: z.object({ id: z.uuid().optional(), name: z.string(), criteria: Criteria }).optional().catch(undefined),
  name: z.string().catch(''),
  orderName: z.string().catch(firstOrder),
  /** As typed. */
  quantity: z.string().catch(''),
  /** Of the campaign once it is there, where its order was refused. */
  campaignId: z.uuid().optional().catch(undefined),
})
export type Draft = z.infer<typeof Draft>

export const emptyDraft = (): Draft => ({ criteria: {}, name: '', orderName: firstOrder, quantity: '' })

/** The criteria with other filters and the same exclusions, which are chosen in a step of their own. */
export const withFilters = ({ exclude }: Criteria, { exclude: _, ...filters }: Criteria): Criteria =>
  exclude ? { ...filters, exclude } : filters

/** The draft with a change. A campaign keeps its type for good, so another type needs another campaign. */
export function changed(draft: Draft, change: Partial<Draft>): Draft {
  const next = { ...draft, ...change }
  return next.campaignType === draft.campaignType ? next : { ...next, campaignId: undefined }
}

/** What keeps a step from being finished, as a sentence; undefined when nothing does. */
export function missingIn(draft: Draft, step: Step): string | undefined {
  if (step === 'type') return draft.campaignType ? undefined : 'Choose a type to continue.'
  if (step === 'audience') {
    if (isEmptyCriteria(draft.criteria)) return 'Choose at least one filter to continue.'
    // What is excluded can be taken back in the next step alone, so its size counts there.
    return whyTooLarge(withFilters({}, draft.criteria)) ?? undefined
  }
  if (step === 'suppression') return whyTooLarge(draft.criteria) ?? undefined
  if (step === 'review') return NewCampaign.shape.name.safeParse(draft.name).error?.issues[0]?.message
}

/** The step to show when `asked` is in the address: never past one that is unfinished. */
export function reachableStep(draft: Draft, asked: Step): Step {
  const unfinished = steps.findIndex((step) => missingIn(draft, step) !== undefined)
  const furthest = unfinished === -1 ? steps.length - 1 : unfinished
  return steps[Math.min(steps.indexOf(asked), furthest)] ?? 'type'
}

/** Whether there is anything in a draft that somebody would miss. */
export const isWorthKeeping = ({ campaignType, criteria, name }: Draft) =>
  campaignType !== undefined || !isEmptyCriteria(criteria) || name !== ''

const storageKey = (userId: string) => draftKey('campaign', userId)

export function loadDraft(userId: string): Draft {
  try {
    const parsed = Draft.safeParse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? 'null'))
    return parsed.success ? parsed.data : emptyDraft()
  } catch {
    return emptyDraft()
  }
}

export function saveDraft(userId: string, draft: Draft) {
  try {
    if (isWorthKeeping(draft)) localStorage.setItem(storageKey(userId), JSON.stringify(draft))
    else localStorage.removeItem(storageKey(userId))
  } catch {
    // Without storage the draft lives as long as the screen.
  }
}
