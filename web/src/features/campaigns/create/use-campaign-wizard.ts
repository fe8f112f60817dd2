import type { CreditSetting } from '@dooryard/contract/billing/credits'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOpenLines } from '../../../criteria/order-quote/use-open-lines.ts'
import { savedSearchQuery } from '../../../criteria/saved-searches/saved-searches.data.ts'
import { getErrorMessage, isNotFoundError } from '../../../lib/api/errors.ts'
import { formatAgreedPlaced, saveAgreedOrder } from '../../../lib/order/agreed-order.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { showErrorToast, showSuccessToast } from '../../../ui/toasts/toasts.ts'
import {
  buildPhonesDraft,
  type CampaignDraft,
  changeDraft,
  createEmptyDraft,
  getReachableStep,
  getStepProblem,
  isWorthSaving,
  loadDraft,
  saveDraft,
} from './campaign-draft.ts'
import { buildFirstOrder, listReviewProblems, type ReviewField } from './review-rules.ts'
import { toDraftChange } from './saved-search.ts'
import { useAudienceQuote } from './use-audience-quote.ts'
import { useLaunch } from './use-campaign-launch.ts'
import { type AgreedPlacing, useFirstOrderAgreement } from './use-first-order-agreement.ts'
import { type Step, steps } from './wizard-step.ts'

type StartFromOptions = { wizard: CampaignWizard; onTaken: () => void }

/**
 * Applies the filters of the saved search in the URL once, and then removes it from the URL. If the user leaves before
 * it has loaded, the back button leads to a URL that still has it.
 */
export function useStartFrom(saved: string | undefined, { wizard, onTaken }: StartFromOptions) {
  const { data, error } = useQuery({ ...savedSearchQuery(saved ?? ''), enabled: saved !== undefined })
  const handledId = useRef<string>(undefined)
  const applySearch = useEffectEvent(() => {
    if (handledId.current === saved) return onTaken()
    handledId.current = saved
    if (data) {
      wizard.change(toDraftChange(data, wizard.draft))
      showSuccessToast(`Filters of “${data.name}” applied`)
    } else showErrorToast(isNotFoundError(error) ? 'That saved search does not exist.' : getErrorMessage(error))
    onTaken()
  })
  const isKnown = saved !== undefined && (data !== undefined || error !== null)
  useEffect(() => {
    if (isKnown) applySearch()
  }, [isKnown])
}

type StartFromOrderOptions = { wizard: Pick<CampaignWizard, 'replace'>; onTaken: () => void }

/** Starts over with a campaign that adds phones to the leads of the order in the URL, and removes it from the URL. */
export function useStartFromOrder(
  { orderId, orderName }: { orderId: string | undefined; orderName: string | undefined },
  { wizard, onTaken }: StartFromOrderOptions,
) {
  const start = useEffectEvent(() => {
    if (orderId === undefined) return
    wizard.replace(buildPhonesDraft(orderId, orderName ?? 'an order'))
    onTaken()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order
  useEffect(() => start(), [orderId])
}

function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => loadDraft(userId))
  // Server responses change the draft as it is when they arrive.
  const latest = useRef(draft)
  const updateDraft = (next: CampaignDraft) => {
    latest.current = next
    setDraft(next)
    saveDraft(userId, next)
  }
  return {
    draft,
    change: (change: Partial<CampaignDraft>) => updateDraft(changeDraft(latest.current, change)),
    replace: updateDraft,
    discard: () => {
      updateDraft(createEmptyDraft())
      saveAgreedOrder(userId, undefined)
    },
  }
}

type WizardNavigation = { requestedStep: Step; onStep: (step: Step) => void }

function useCreateCampaign(
  { draft, change, discard }: ReturnType<typeof useDraft>,
  setting: CreditSetting | undefined,
  quote: OrderQuote | undefined,
) {
  const navigate = useNavigate()
  const runExclusive = useSingleFlight()
  const isDone = useRef(false)
  const launch = useLaunch(useUser().id, { onCampaign: (campaignId) => change({ campaignId }) })
  const [pendingAction, setPendingAction] = useState<'campaign' | 'order'>()

  const create = (what: 'campaign' | 'order', quantity: string, agreed?: AgreedPlacing) => {
    const { campaignType, criteria, name, campaignId } = draft
    if (!campaignType) return
    const order = what === 'order' && setting ? buildFirstOrder({ ...draft, quantity }, setting, quote) : undefined
    const campaign = { name: name.trim(), campaignType, criteria }
    setPendingAction(what)
    runExclusive((release) =>
      launch.mutate(
        { campaignId, campaign, ...(order && { order }), agreedKey: agreed?.key },
        {
          onSuccess: ({ campaign: made, order: placed }) => {
            isDone.current = true
            discard()
            const params = { campaignId: made.id }
            if (placed) {
              if (agreed) showSuccessToast(formatAgreedPlaced(placed))
              const to = '/portal/campaigns/$campaignId/orders/$orderId'
              return void navigate({ to, params: { ...params, orderId: placed.id }, replace: true })
            }
            showSuccessToast(`${made.name} created`)
            void navigate({ to: '/portal/campaigns/$campaignId', params, replace: true })
          },
          onError: agreed?.onError,
          onSettled: release,
        },
      ),
    )
  }
  return { create, launch, pendingAction: launch.isPending ? pendingAction : undefined, isDone }
}

/** The draft, the current step, and navigation between steps. Ctrl or Cmd with Enter goes to the next step. */
export function useCampaignWizard({ requestedStep, onStep }: WizardNavigation, settings: CreditSetting[] | undefined) {
  const draftState = useDraft(useUser().id)
  const { draft } = draftState
  const setting = settings?.find(({ key }) => key === draft.campaignType)
  const step = getReachableStep(draft, requestedStep)
  const missing = step === 'review' ? undefined : getStepProblem(draft, step)
  const audience = useAudienceQuote(draft, step, setting)
  const { create, launch, pendingAction, isDone } = useCreateCampaign(draftState, setting, audience.quote.data)
  const openLines = useOpenLines()
  const [shownProblems, setShownProblems] = useState<ReadonlySet<ReviewField>>(new Set())
  const rules = setting && audience.terms && { minQuantity: audience.terms.minQuantity, name: setting.name }
  const problems = listReviewProblems(draft, rules)

  /** Creates the campaign or order if all fields are valid; otherwise shows the problems and focuses the first. */
  const finish = (what: 'campaign' | 'order', quantity = draft.quantity) => {
    const fields: ReviewField[] = what === 'order' ? ['name', 'orderName', 'quantity'] : ['name']
    const found = quantity === draft.quantity ? problems : listReviewProblems({ ...draft, quantity }, rules)
    const invalid = fields.filter((field) => found[field])
    if (invalid.length === 0) return create(what, quantity)
    setShownProblems(new Set([...shownProblems, ...invalid]))
    document.getElementById(`review-${invalid[0]}`)?.focus()
  }
  const agreement = useFirstOrderAgreement(
    { draft, setting, step, audience, isComplete: Object.keys(problems).length === 0, isPending: launch.isPending },
    (quantity, agreed) => create('order', quantity, agreed),
  )
  const next = () => {
    if (missing) return
    const nextStep = steps[steps.indexOf(step) + 1]
    if (nextStep) onStep(nextStep)
    else if (setting?.isActive && audience.action.type === 'order') finish('order')
  }
  useHotkeys([['mod+Enter', next]], [])

  // A quantity that no order can have is refused while it is typed.
  const isRefused = (field: ReviewField) =>
    field === 'quantity' && draft.quantity !== (draft.suggested?.quantity ?? '') && audience.quantity === undefined
  return {
    ...draftState,
    ...{ setting, step, missing, audience, next, finish, pendingAction, agreement, openLines },
    back: step === 'type' ? undefined : () => onStep(steps[steps.indexOf(step) - 1] ?? 'type'),
    error: launch.error,
    getFieldProblem: (field: ReviewField) =>
      shownProblems.has(field) || isRefused(field) ? problems[field] : undefined,
    onFieldBlur: (field: ReviewField) => setShownProblems(new Set([...shownProblems, field])),
    hasUnsavedDraft: () => isWorthSaving(draft) && !isDone.current,
  }
}

export type CampaignWizard = ReturnType<typeof useCampaignWizard>
