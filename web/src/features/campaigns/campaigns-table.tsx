import type { CampaignStatus } from '@dooryard/contract/campaigns'
import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { StateView } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { campaignColumns } from './campaign-columns.tsx'
import { campaignPage } from './campaigns.data.ts'

type CampaignsTableProps = {
  state: {
    page: number
    limit: number
    search?: string | undefined
    /** Not `status`, which in this address is that of the orders. */
    campaignStatus?: CampaignStatus | undefined
  }
  onState: OnState
}

/** The user's campaigns. */
export function CampaignsTable({ state: { page, limit, search, campaignStatus }, onState }: CampaignsTableProps) {
  const state = { page, limit, ...(search && { search }) }
  const result = useQuery(campaignPage({ ...state, ...(campaignStatus && { status: campaignStatus }) }))
  return (
    <DataTable
      label="Campaigns"
      columns={campaignColumns}
      result={result}
      rowId={(campaign) => campaign.id}
      state={{ ...state, ...(campaignStatus && { campaignStatus }) }}
      onState={onState}
      searchBy="name"
      empty={<StateView icon={Megaphone} title="No campaigns yet" />}
    />
  )
}
