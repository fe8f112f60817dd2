import type { CampaignType } from '@dooryard/contract/api/enums'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import type { ReactNode } from 'react'
import classes from './type-card.module.css'

type TypeCardProps = {
  setting: CreditSetting
  value: CampaignType | undefined
  onChange: (type: CampaignType) => void
  isCompact?: boolean
  children: ReactNode
}

export const TypeCard = ({ setting: { key, isActive }, value, onChange, isCompact, children }: TypeCardProps) => (
  <label className={classes.card} data-compact={isCompact || undefined} data-inactive={!isActive || undefined}>
    <input
      type="radio"
      name="campaignType"
      value={key}
      checked={value === key}
      disabled={!isActive}
      onChange={() => onChange(key)}
    />
    {children}
  </label>
)
