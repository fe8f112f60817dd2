import { mostActiveCampaigns } from '@dooryard/contract/campaigns'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../ui/display/panel.tsx'
import { activeCampaigns } from './campaigns.data.ts'
import classes from './create-campaign.module.css'

/** Says at the first step that no campaign can be created, which the server else says at the last. */
export function TooManyCampaigns() {
  const { data } = useQuery(activeCampaigns())
  if (!data || data.totalCount < mostActiveCampaigns) return null
  return (
    <div className={classes.limit}>
      <Notice tone="warn">
        You have {mostActiveCampaigns} active campaigns, the most an account can have.{' '}
        <Link to="/portal/campaigns" search={{ tab: 'campaigns', campaignStatus: 'ACTIVE' }}>
          Archive one
        </Link>{' '}
        to create another.
      </Notice>
    </div>
  )
}
