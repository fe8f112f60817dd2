import { NewCampaign } from '@dooryard/contract/campaigns'
import { Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { draftKey } from '../../lib/drafts.ts'
import { randomId } from '../../lib/ids.ts'
import { type Step, steps } from './steps.ts'

/** A campaign in the making, kept in the browser until it is created or thrown away. */
export const Draft = z.object({
  campaignType: campaignTypes.schema.optional(),
  criteria: Criteria,
  name: z.string(),
  /** Makes creating it happen once, however often the button is hit. */
  key: z.string(),
})
export type Draft = z.infer<typeof Draft>

export const emptyDraft = (): Draft => ({ criteria: {}, name: '', key: randomId() })

/** What keeps a step from being finished, in words; undefined when nothing does. */
export function missingIn(draft: Draft, step: Step): string | undefined {
  if (step === 'type') return draft.campaignType ? undefined : 'Choose a type'
  if (step === 'audience') return isEmptyCriteria(draft.criteria) ? 'Choose at least one filter' : undefined
  return NewCampaign.shape.name.safeParse(draft.name).error?.issues[0]?.message
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
