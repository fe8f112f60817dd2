import type { CreditSetting } from '@dooryard/contract/credits'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { Skeleton } from '@mantine/core'
import { type LucideIcon, Mail, Phone } from 'lucide-react'
import { formatNumber, plural } from '../../lib/format.ts'
import { NoRegistry } from './dnc-state.tsx'
import classes from './type-step.module.css'

/** What the leads of a type carry. */
const adds: Record<CampaignType, string> = {
  MAIL_READY: 'Owner names and full mailing addresses.',
  CALL_READY: 'Up to three phones and two emails a lead. Only owners with a number that may be called are delivered.',
}

const icons: Record<CampaignType, LucideIcon> = { MAIL_READY: Mail, CALL_READY: Phone }

type TypeStepProps = {
  settings: CreditSetting[] | undefined
  value: CampaignType | undefined
  onChange: (type: CampaignType) => void
}

/** What the leads are for: that decides what they carry and what they cost. */
export function TypeStep({ settings, value, onChange }: TypeStepProps) {
  if (!settings) return <Skeleton height={240} radius="md" />
  return (
    <div className={classes.step}>
      <fieldset className={classes.types}>
        <legend>What will you do with the leads?</legend>
        {settings.map((setting) => {
          const Icon = icons[setting.key]
          return (
            <label key={setting.id} className={classes.type} data-inactive={!setting.isActive || undefined}>
              <input
                type="radio"
                name="campaignType"
                value={setting.key}
                checked={value === setting.key}
                disabled={!setting.isActive}
                onChange={() => onChange(setting.key)}
              />
              <span className={classes.typeIcon}>
                <Icon size={20} aria-hidden="true" />
              </span>
              <span className={classes.typeWords}>
                <strong>{setting.name}</strong>
                <span>{setting.description || adds[setting.key]}</span>
                {setting.description && setting.key === 'CALL_READY' && <span>{adds.CALL_READY}</span>}
                {!setting.isActive && <em>Not available: orders of this type are switched off at the moment.</em>}
              </span>
              <span className={classes.typePrice}>
                <strong>{plural(setting.creditRequired, 'credit')}</strong>
                <span>a lead</span>
                <span>at least {formatNumber(setting.minCampaignVolume)}</span>
              </span>
            </label>
          )
        })}
      </fieldset>
      {value === 'CALL_READY' && <NoRegistry />}
    </div>
  )
}
