import type { Campaign } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { useCreditSettings } from '../../lib/me.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { MissingOrFailed, StateView } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { OrderForm } from './order-form.tsx'
import { campaignOf } from './orders.data.ts'
import { toCampaigns } from './ways-back.ts'

function Body({ campaign, settings }: { campaign: Campaign; settings: CreditSetting[] }) {
  const setting = settings.find(({ key }) => key === campaign.campaignType)
  const { id, criteria, status } = campaign
  if (status === 'ARCHIVED') {
    return (
      <StateView
        icon={Archive}
        title="This campaign is archived"
        text="It takes no new orders. Reactivate it to order again."
        action={
          <LinkButton variant="default" to="/portal/campaigns/$campaignId" params={{ campaignId: id }}>
            Open the campaign
          </LinkButton>
        }
      />
    )
  }
  if (!setting?.isActive) {
    return (
      <StateView
        title="Orders of this type are switched off"
        text="They cannot be placed at the moment. Orders already placed are not affected."
      />
    )
  }
  return (
    <OrderForm setting={setting} criteria={criteria} campaignId={id} back={`/portal/campaigns/${id}/orders/create`} />
  )
}

/** A new order for a campaign, with its cost beside it at every keystroke. */
export function CreateOrderScreen({ campaignId }: { campaignId: string }) {
  const campaign = useQuery(campaignOf(campaignId))
  const settings = useCreditSettings()
  return (
    <>
      <PageHeader
        heading="Create order"
        title="Create Order"
        trail={[
          <Link key="campaigns" to="/portal/campaigns">
            Campaigns
          </Link>,
          <Link key="campaign" to="/portal/campaigns/$campaignId" params={{ campaignId }}>
            {campaign.data?.name ?? 'Campaign'}
          </Link>,
        ]}
      />
      {campaign.isError && !campaign.data ? (
        <MissingOrFailed
          wayBack={toCampaigns}
          what="The campaign"
          error={campaign.error}
          onRetry={() => void campaign.refetch()}
        />
      ) : campaign.data && settings ? (
        <Body campaign={campaign.data} settings={settings} />
      ) : (
        <Skeleton height={360} radius="md" />
      )}
    </>
  )
}
