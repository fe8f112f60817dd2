import type { Campaign } from '@dooryard/contract/campaigns'
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useUser } from '../../lib/use-user.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { toastDone } from '../../ui/toasts.ts'
import { useCreateCampaign } from './campaigns.data.ts'
import { isWorthKeeping, missingIn, reachableStep } from './draft.ts'
import { type Step, steps } from './steps.ts'
import { useDraft } from './use-draft.ts'

/** The draft, the step it has come to, and the ways on and back. Ctrl or Cmd with Enter goes on. */
export function useCampaignWizard(asked: Step, onStep: (step: Step) => void) {
  const { draft, change, discard } = useDraft(useUser().id)
  const navigate = useNavigate()
  const creation = useCreateCampaign()
  const singly = useSingleFlight()
  const isDone = useRef(false)
  const step = reachableStep(draft, asked)
  const missing = missingIn(draft, step)

  const finish = (campaign: Campaign) => {
    isDone.current = true
    discard()
    toastDone(`${campaign.name} is ready for its first order`)
    void navigate({ to: '/portal/campaigns/$campaignId', params: { campaignId: campaign.id } })
  }
  const create = () => {
    const { campaignType, criteria, name, key } = draft
    if (!campaignType) return
    const body = { name: name.trim(), campaignType, criteria }
    singly((land) => creation.mutate({ body, idempotencyKey: key, onCreated: finish }, { onSettled: land }))
  }
  const next = () => {
    if (missing) return
    const following = steps[steps.indexOf(step) + 1]
    if (following) onStep(following)
    else create()
  }
  useHotkeys([['mod+Enter', next]], [])

  return {
    draft,
    change,
    discard,
    step,
    missing,
    next,
    back: step === 'type' ? undefined : () => onStep(steps[steps.indexOf(step) - 1] ?? 'type'),
    isCreating: creation.isPending,
    mayLose: () => isWorthKeeping(draft) && !isDone.current,
  }
}

export type CampaignWizard = ReturnType<typeof useCampaignWizard>
