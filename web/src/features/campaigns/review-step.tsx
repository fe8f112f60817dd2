import { NewCampaign } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { CriteriaChips } from '../../criteria/criteria-chips.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import classes from './create-campaign.module.css'
import type { Draft } from './draft.ts'

type ReviewStepProps = {
  draft: Draft
  setting: CreditSetting | undefined
  onName: (name: string) => void
}

/** The campaign as it will be, and its name. */
export function ReviewStep({ draft, setting, onName }: ReviewStepProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const problem = NewCampaign.shape.name.safeParse(draft.name).error?.issues[0]?.message
  return (
    <div className={classes.review}>
      <Panel title="Name">
        <TextInput
          size="md"
          label="Campaign name"
          description="Only you see it."
          placeholder="Davidson absentee owners"
          value={draft.name}
          onChange={(event) => onName(event.currentTarget.value)}
          onBlur={() => setWasLeft(true)}
          error={wasLeft ? problem : undefined}
          data-autofocus
        />
      </Panel>
      <Panel title="Type">
        <strong>{setting?.name}</strong>
        {setting?.description && <p className={classes.dimmed}>{setting.description}</p>}
      </Panel>
      <Panel title="Audience">
        <CriteriaChips criteria={draft.criteria} />
      </Panel>
    </div>
  )
}
