import { type FirstStep, type FirstSteps, firstSteps } from '@dooryard/contract/identity/first-steps'
import { ActionIcon, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck, X } from 'lucide-react'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { createHash } from '../../ui/hooks/use-open-by-hash.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { showUndoToast } from '../../ui/toasts/undo-toast.tsx'
import { firstStepsQuery, newestCampaigns } from './home.data.ts'
import classes from './home.module.css'

type StepDetails = { title: string; text: string; link: LinkProps }

const openLeadFinder: LinkProps = { to: '/portal/lead-finder' }

const stepDetails: Record<FirstStep, StepDetails> = {
  VERIFY_EMAIL: {
    title: 'Verify your email',
    text: 'Done when you signed up',
    link: { to: '/portal/settings/account' },
  },
  RUN_SEARCH: {
    title: 'Run a first search',
    text: 'Filter by place, building and owner. Counting is free.',
    link: openLeadFinder,
  },
  SAVE_SEARCH: {
    title: 'Save a search',
    text: 'Press “Save search” in the lead finder to follow its new and removed matches.',
    link: openLeadFinder,
  },
  CREATE_CAMPAIGN: {
    title: 'Create a campaign',
    text: 'Choose whom to reach, and see how many match.',
    link: { to: '/portal/campaigns/create' },
  },
  GET_CREDITS: {
    title: 'Get credits',
    text: 'Buy a pack once, or subscribe to a plan.',
    link: { to: '/portal/settings/pay-as-you-go' },
  },
  PLACE_ORDER: {
    title: 'Place your first order',
    text: 'You see what it costs before anything is held.',
    link: openLeadFinder,
  },
  CONNECT_SYSTEM: {
    title: 'Connect your systems',
    text: 'Create an API key or a webhook, step by step.',
    link: { to: '/portal/integration' },
  },
  IMPORT_COUNTY: {
    title: 'Import a county',
    text: 'Until then there is nothing to search.',
    link: { to: '/portal/data' },
  },
  SET_PRICES: {
    title: 'Set your prices',
    text: 'How many credits a lead costs, and the smallest order.',
    link: { to: '/portal/credit-settings' },
  },
  INVITE_USER: {
    title: 'Invite a user',
    text: 'They get a mail with a code to choose their password.',
    link: { to: '/portal/users', hash: createHash },
  },
}

/** An enterprise user orders from a campaign: the newest active one, if there is any. */
function useOrderLink(): LinkProps {
  const isEnterprise = useUser().role === 'ENTERPRISE_USER'
  const { data } = useQuery({ ...newestCampaigns(), enabled: isEnterprise })
  const campaign = data?.items.find(({ status }) => status === 'ACTIVE')
  if (campaign) return { to: '/portal/campaigns/$campaignId/orders/create', params: { campaignId: campaign.id } }
  return isEnterprise ? { to: '/portal/campaigns' } : stepDetails.PLACE_ORDER.link
}

type StepProps = FirstSteps['steps'][number] & { isNext: boolean; link: LinkProps }

function Step({ step, isDone, isNext, link }: StepProps) {
  const { title, text } = stepDetails[step]
  if (isDone)
    return (
      <li className={classes.step} data-done>
        <CircleCheck size={20} aria-hidden="true" />
        <Text span inherit td="line-through">
          {title}
        </Text>
        <span className="visually-hidden">, done</span>
      </li>
    )
  return (
    <li className={classes.step} data-next={isNext || undefined}>
      <Circle size={20} aria-hidden="true" />
      <Link {...link}>
        <strong>{title}</strong>
        <span>{text}</span>
      </Link>
      <ChevronRight size={16} aria-hidden="true" />
    </li>
  )
}

/** Dismisses the steps in every browser of the user; the toast takes it back. */
function useDismiss() {
  const cache = useQueryClient()
  const { mutate, isPending } = useEndpointMutation(firstSteps.change, {
    onSuccess: (changed) => cache.setQueryData(firstStepsQuery().queryKey, changed),
  })
  const dismiss = () =>
    mutate(
      { body: { isDismissed: true } },
      {
        onSuccess: () => showUndoToast('The first steps are dismissed', () => mutate({ body: { isDismissed: false } })),
      },
    )
  return { dismiss, isPending }
}

/** What a new account does first, each step a link to its place and ticked once it is done. */
export function FirstStepsPanel({ steps }: Pick<FirstSteps, 'steps'>) {
  const orderLink = useOrderLink()
  const { dismiss, isPending } = useDismiss()
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Panel
      title="First steps"
      flush
      aside={
        <Group gap={8} wrap="nowrap">
          <Text span fz="sm" c="dimmed" className="numbers">
            {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
          </Text>
          <ActionIcon aria-label="Dismiss the first steps" data-hint="Dismiss" onClick={dismiss} loading={isPending}>
            <X size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      }
    >
      <PlainList isOrdered>
        {steps.map((step) => (
          <Step
            key={step.step}
            {...step}
            link={step.step === 'PLACE_ORDER' ? orderLink : stepDetails[step.step].link}
            isNext={step === next}
          />
        ))}
      </PlainList>
    </Panel>
  )
}
