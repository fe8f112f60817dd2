import type { CustomerStep, FirstSteps } from '@dooryard/contract/identity/first-steps'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useUser } from '../../../lib/session/use-user.ts'
import { newestCampaigns } from '../own-lists.data.ts'
import { FirstStepsPanel, type StepDetails } from './first-steps.tsx'

const openLeadFinder: LinkProps = { to: '/portal/lead-finder' }

const details = {
  VERIFY_EMAIL: {
    title: 'Verify your email',
    text: 'Done at sign-up',
    link: { to: '/portal/settings/account' },
  },
  RUN_SEARCH: {
    title: 'Run a first search',
    text: 'Filter by location, property and owner. Counts are free.',
    link: openLeadFinder,
  },
  SAVE_SEARCH: {
    title: 'Save a search',
    text: 'Get notified of new and removed matches.',
    link: openLeadFinder,
  },
  CREATE_CAMPAIGN: {
    title: 'Create a campaign',
    text: 'Choose an audience and see how many leads match.',
    link: { to: '/portal/campaigns/create' },
  },
  GET_CREDITS: {
    title: 'Get credits',
    text: 'Buy a pack once, or subscribe to a plan.',
    link: { to: '/portal/settings/pay-as-you-go' },
  },
  PLACE_ORDER: {
    title: 'Place your first order',
    text: 'See the price before you order.',
    link: openLeadFinder,
  },
  CONNECT_SYSTEM: {
    title: 'Connect your systems',
    text: 'Set up an API key or webhook.',
    link: { to: '/portal/integration' },
  },
} satisfies Record<CustomerStep, StepDetails>

/** An enterprise user orders from a campaign: the newest active one, if there is any. */
function useOrderLink(): LinkProps {
  const isEnterprise = useUser().role === 'ENTERPRISE_USER'
  const { data } = useQuery({ ...newestCampaigns(), enabled: isEnterprise })
  const campaign = data?.items.find(({ status }) => status === 'ACTIVE')
  if (campaign) return { to: '/portal/campaigns/$campaignId/orders/create', params: { campaignId: campaign.id } }
  return isEnterprise ? { to: '/portal/campaigns' } : openLeadFinder
}

/** The first steps of those who buy leads. */
export function CustomerFirstSteps({ steps }: Pick<FirstSteps, 'steps'>) {
  const link = useOrderLink()
  return <FirstStepsPanel steps={steps} details={{ ...details, PLACE_ORDER: { ...details.PLACE_ORDER, link } }} />
}
