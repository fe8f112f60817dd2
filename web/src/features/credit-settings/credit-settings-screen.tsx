import type { CreditSetting } from '@dooryard/contract/credits'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { effectOf, settingList, useRemoveSetting } from './credit-settings.data.ts'
import classes from './credit-settings.module.css'
import { keptWords, offWords } from './effect-words.ts'
import type { Edited } from './setting-dialog.tsx'

const gone = (name: string) =>
  `New orders of ${name} leads are refused from then on. Orders that were placed keep their price.`

type SettingPanelProps = { setting: CreditSetting; onEdit: () => void }

function SettingPanel({ setting, onEdit }: SettingPanelProps) {
  const remove = useRemoveSetting()
  const { id, name, key, description, creditRequired, minCampaignVolume, isActive } = setting
  const cache = useQueryClient()
  const singly = useSingleFlight()
  const [isForeseeing, setForeseeing] = useState(false)
  const ask = async () => {
    setForeseeing(true)
    // What it bears upon is said where it can be known; without it the rule is.
    const effect = await cache.fetchQuery(effectOf(id, { isActive: false })).catch(() => undefined)
    setForeseeing(false)
    askFirst({
      title: `Delete ${name}?`,
      children: effect ? [...(isActive ? offWords(effect) : []), keptWords(effect)].join(' ') : gone(name),
      labels: { confirm: `Delete ${name}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(id, { onSuccess: () => toastDone(`${name} is deleted`) }),
    })
  }
  const tag = isActive ? <Tag tone="good">On offer</Tag> : <Tag tone="plain">Not on offer</Tag>
  return (
    <Panel title={name} aside={tag}>
      {description && <p className={classes.description}>{description}</p>}
      <Facts
        facts={[
          { label: 'Campaign type', value: campaignTypes.label(key) },
          { label: 'Price', value: `${plural(creditRequired, 'credit')} a lead` },
          { label: 'Smallest order', value: plural(minCampaignVolume, 'lead') },
        ]}
      />
      <div className={classes.actions}>
        <Button variant="default" size="xs" onClick={onEdit} aria-label={`Edit ${name}`}>
          Edit
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          loading={remove.isPending || isForeseeing}
          onClick={() => singly((land) => void ask().finally(land))}
          aria-label={`Delete ${name}`}
        >
          Delete
        </Button>
      </div>
    </Panel>
  )
}

type SettingsProps = { onEdit: (edited: Edited) => void; onAdd: () => void }

function Settings({ onEdit, onAdd }: SettingsProps) {
  const { data, error, refetch } = useQuery(settingList())
  if (error && !data) return <LoadFailure what="The credit settings" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={220} radius="md" />
  if (data.length === 0)
    return (
      <StateView
        icon={SlidersHorizontal}
        title="No campaign type is on offer"
        text="Until there is one, nobody can place an order."
        action={<Button onClick={onAdd}>Add a campaign type</Button>}
      />
    )
  return (
    <div className={classes.settings}>
      {data.map((setting) => (
        <SettingPanel key={setting.id} setting={setting} onEdit={() => onEdit({ setting, freeTypes: [] })} />
      ))}
    </div>
  )
}

/** What a lead of each campaign type costs, and how few may be ordered. */
export function CreditSettingsScreen() {
  const { data } = useQuery(settingList())
  const [edited, setEdited] = useState<Edited>()
  const [Dialog, loadDialog] = useOnDemand(async () => (await import('./setting-dialog.tsx')).SettingDialog)
  const edit = (next: Edited) => {
    if (!Dialog) loadDialog()
    setEdited(next)
  }
  const freeTypes = campaignTypes.values.filter((type) => !data?.some(({ key }) => key === type))
  const add = () => edit({ freeTypes })
  return (
    <>
      <PageHeader
        heading="Credit settings"
        title="Credit Settings"
        lead="What a lead costs, from the moment you save. Orders keep the price they were placed at."
        actions={
          <Button
            leftSection={<Plus size={16} aria-hidden="true" />}
            disabled={!data || freeTypes.length === 0}
            title={data && freeTypes.length === 0 ? 'Each campaign type has its setting' : undefined}
            onClick={add}
          >
            Add
          </Button>
        }
      />
      <Settings onEdit={edit} onAdd={add} />
      {Dialog && <Dialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
