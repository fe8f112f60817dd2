import type { CreditSetting } from '@dooryard/contract/credits'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { formatNumber, plural } from '../../lib/format.ts'
import classes from './type-choice.module.css'

type TypeChoiceProps = {
  settings: CreditSetting[]
  value: CampaignType
  onChange: (type: CampaignType) => void
}

/** What the leads are for, which decides what they carry and what they cost. */
export function TypeChoice({ settings, value, onChange }: TypeChoiceProps) {
  return (
    <fieldset className={classes.types}>
      <legend className="visually-hidden">Type of the order</legend>
      {settings.map(({ id, key, name, description, isActive, creditRequired, minCampaignVolume }) => (
        <label key={id} className={classes.type} data-inactive={!isActive || undefined}>
          <input
            type="radio"
            name="campaignType"
            value={key}
            checked={value === key}
            disabled={!isActive}
            onChange={() => onChange(key)}
          />
          <span className={classes.words}>
            <strong>{name}</strong>
            {description && <span>{description}</span>}
            {!isActive && <span>Switched off at the moment.</span>}
          </span>
          <span className={classes.price}>
            <strong>{plural(creditRequired, 'credit')}</strong> a lead
            <span>at least {formatNumber(minCampaignVolume)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
