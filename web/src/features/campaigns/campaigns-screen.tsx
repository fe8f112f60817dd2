import { useQuery } from '@tanstack/react-query'
import { Megaphone, Plus } from 'lucide-react'
import { LinkButton } from '../../ui/parts/link-button.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { StateView } from '../../ui/parts/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { campaignColumns } from './campaign-columns.tsx'
import { campaignPage } from './campaigns.data.ts'

type CampaignsProps = {
  state: { page: number; limit: number; search?: string }
  onState: OnState
}

const newCampaign = (
  <LinkButton to="/portal/campaigns/create" leftSection={<Plus size={16} aria-hidden="true" />}>
    New campaign
  </LinkButton>
)

/** The user's campaigns. */
export function CampaignsScreen({ state, onState }: CampaignsProps) {
  const result = useQuery(campaignPage(state))
  const isFirstUse = result.data?.totalCount === 0 && !state.search
  return (
    <>
      <PageHeader
        heading="Campaigns"
        title="Campaigns"
        lead="A campaign is an audience you write to. Order leads from it as often as you like."
        actions={!isFirstUse && newCampaign}
      />
      <DataTable
        label="Campaigns"
        columns={campaignColumns}
        result={result}
        rowId={(campaign) => campaign.id}
        state={state}
        onState={onState}
        searchBy="name"
        empty={
          <StateView
            icon={Megaphone}
            title="No campaigns yet"
            text="Choose whom to reach, see how many match, and order your first list."
            action={newCampaign}
          />
        }
      />
    </>
  )
}
