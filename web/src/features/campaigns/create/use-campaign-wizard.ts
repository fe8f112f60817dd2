import type { CreditSetting } from '@dooryard/contract/credits'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { savedSearch } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { isMissing, sentenceFor } from '../../../lib/errors.ts'
import { useUser } from '../../../lib/use-user.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { toastDone, toastFailure } from '../../../ui/toasts/toasts.ts'
import {
  changed,
  type Draft,
  emptyDraft,
  isWorthKeeping,
  loadDraft,
  missingIn,
  reachableStep,
  saveDraft,
} from './draft.ts'
import { type ReviewField, reviewOrder, reviewProblems } from './review-rules.ts'
import { toDraftChange } from './saved-search.ts'
import { type Step, steps } from './steps.ts'
import { useLaunch } from './use-launch.ts'

type Taking = { wizard: CampaignWizard; onTaken: () => void }

/**
 * Takes over the filters of the saved search that the address names, once: the address says no more of it then. Where one
 * went on before it had come, the way back leads to an address that still does.
 */
export function useStartFrom(saved: string | undefined, { wizard, onTaken }: Taking) {
  const { data, error } = useQuery({ ...savedSearch(saved ?? ''), enabled: saved !== undefined })
  const taken = useRef<string>(undefined)
  const take = useEffectEvent(() => {
    if (taken.current === saved) return onTaken()
    taken.current = saved
    if (data) {
      wizard.change(toDraftChange(data, wizard.draft))
      toastDone(`The filters are those of “${data.name}”`)
    } else toastFailure(isMissing(error) ? 'That saved search does not exist.' : sentenceFor(error))
    onTaken()
  })
  const isKnown = saved !== undefined && (data !== undefined || error !== null)
  useEffect(() => {
    if (isKnown) take()
  }, [isKnown])
}

function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => loadDraft(userId))
  // What answers from the server change is changed in the draft as it is by then.
  const latest = useRef(draft)
  const keep = (next: Draft) => {
    latest.current = next
    setDraft(next)
    saveDraft(userId, next)
  }
  return {
    draft,
    change: (change: Partial<Draft>) => keep(changed(latest.current, change)),
    discard: () => keep(emptyDraft()),
  }
}

type Asks = { asked: Step; onStep: (step: Step) => void }

function useMaking({ draft, change, discard }: ReturnType<typeof useDraft>, setting: CreditSetting | undefined) {
  const navigate = useNavigate()
  const singly = useSingleFlight()
  const isDone = useRef(false)
  const launch = useLaunch(useUser().id, { onCampaign: (campaignId) => change({ campaignId }) })
  const [makes, setMakes] = useState<'campaign' | 'order'>()

  const make = (what: 'campaign' | 'order') => {
    const { campaignType, criteria, name, campaignId } = draft
    if (!campaignType) return
    const order = what === 'order' && setting ? reviewOrder(draft, setting) : undefined
    const campaign = { name: name.trim(), campaignType, criteria }
    setMakes(what)
    singly((land) =>
      launch.mutate(
        { campaignId, campaign, ...(order && { order }) },
        {
          onSuccess: ({ campaign: made, order: placed }) => {
            isDone.current = true
            discard()
            const params = { campaignId: made.id }
            if (placed) {
              const to = '/portal/campaigns/$campaignId/orders/$orderId'
              return void navigate({ to, params: { ...params, orderId: placed.id }, replace: true })
            }
            toastDone(`${made.name} is ready for its first order`)
            void navigate({ to: '/portal/campaigns/$campaignId', params, replace: true })
          },
          onSettled: land,
        },
      ),
    )
  }
  return { make, launch, makes: launch.isPending ? makes : undefined, isDone }
}

/** The draft, the step it has come to, and the ways on and back. Ctrl or Cmd with Enter goes on. */
export function useCampaignWizard({ asked, onStep }: Asks, settings: CreditSetting[] | undefined) {
  const kept = useDraft(useUser().id)
  const { draft } = kept
  const setting = settings?.find(({ key }) => key === draft.campaignType)
  const { make, launch, makes, isDone } = useMaking(kept, setting)
  const step = reachableStep(draft, asked)
  const missing = step === 'review' ? undefined : missingIn(draft, step)
  const [shows, setShows] = useState<ReadonlySet<ReviewField>>(new Set())
  const problems = reviewProblems(draft, setting)

  /** Makes it if nothing stands against it; otherwise says what does, and leads to the first of it. */
  const finish = (what: 'campaign' | 'order') => {
    const fields: ReviewField[] = what === 'order' ? ['name', 'orderName', 'quantity'] : ['name']
    const wrong = fields.filter((field) => problems[field])
    if (wrong.length === 0) return make(what)
    setShows(new Set([...shows, ...wrong]))
    document.getElementById(`review-${wrong[0]}`)?.focus()
  }
  const next = () => {
    if (missing) return
    const following = steps[steps.indexOf(step) + 1]
    if (following) onStep(following)
    else if (setting?.isActive) finish('order')
  }
  useHotkeys([['mod+Enter', next]], [])

  return {
    ...kept,
    setting,
    step,
    missing,
    next,
    finish,
    back: step === 'type' ? undefined : () => onStep(steps[steps.indexOf(step) - 1] ?? 'type'),
    makes,
    error: launch.error,
    problemOf: (field: ReviewField) => (shows.has(field) ? problems[field] : undefined),
    onLeft: (field: ReviewField) => setShows(new Set([...shows, field])),
    mayLose: () => isWorthKeeping(draft) && !isDone.current,
  }
}

export type CampaignWizard = ReturnType<typeof useCampaignWizard>
