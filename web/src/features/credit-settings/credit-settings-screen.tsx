import { adminCreditSettings, type CreditSetting, creditSettings } from '@dooryard/contract/credits'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { plural } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { useCall } from '../../lib/use-call.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { describeEnd, describeKeptOrders } from './effect-labels.ts'
import type { Edited } from './setting-dialog.tsx'
import { settingEffect } from './use-foreseen-effect.tsx'

function SettingPanel({ setting, onEdit }: { setting: CreditSetting; onEdit: () => void }) {
  const { id, name, key, description, creditRequired, minCampaignVolume, isActive } = setting
  const remove = useCall(adminCreditSettings.remove, {
    refreshes: [adminCreditSettings.list, creditSettings.list],
    awaitsRefresh: true,
  })
  const cache = useQueryClient()
  const singly = useSingleFlight()
  const [isForeseeing, setForeseeing] = useState(false)
  const ask = async () => {
    setForeseeing(true)
    // What it bears upon is said where it can be known; without it the rule is.
    const effect = await cache.fetchQuery(settingEffect(id, { isActive: false })).catch(() => undefined)
    setForeseeing(false)
    askFirst({
      title: `Delete ${name}?`,
      children: effect
        ? [...(isActive ? describeEnd(effect) : []), describeKeptOrders(effect)].join(' ')
        : `New orders of ${name} leads are refused from then on. Orders that were placed keep their price.`,
      labels: { confirm: `Delete ${name}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ params: { id } }, { onSuccess: () => toastDone(`${name} is deleted`) }),
    })
  }
  return (
    <Panel title={name} aside={<Tag tone={isActive ? 'good' : 'plain'}>{isActive ? 'On offer' : 'Not on offer'}</Tag>}>
      {description && (
        <Text c="dimmed" mb={12}>
          {description}
        </Text>
      )}
      <Facts
        facts={[
          { label: 'Campaign type', value: campaignTypes.label(key) },
          { label: 'Price', value: `${plural(creditRequired, 'credit')} a lead` },
          { label: 'Smallest order', value: plural(minCampaignVolume, 'lead') },
        ]}
      />
      <Group gap={8} mt={16}>
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
      </Group>
    </Panel>
  )
}

/** What a lead of each campaign type costs, and how few may be ordered. */
export function CreditSettingsScreen() {
  const result = useQuery(queryOf(adminCreditSettings.list, {}))
  const { data } = result
  const [edited, setEdited] = useState<Edited>()
  const [dialog, open] = useDialog(async () => (await import('./setting-dialog.tsx')).SettingDialog)
  const edit = (next: Edited) => {
    setEdited(next)
    open()
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
      <Loaded what="The credit settings" result={result} loading={220}>
        {(settings) =>
          settings.length === 0 ? (
            <StateView
              icon={SlidersHorizontal}
              title="No campaign type is on offer"
              text="Until there is one, nobody can place an order."
              action={<Button onClick={add}>Add a campaign type</Button>}
            />
          ) : (
            <SimpleGrid minColWidth="min(340px, 100%)" spacing={20}>
              {settings.map((setting) => (
                <SettingPanel key={setting.id} setting={setting} onEdit={() => edit({ setting, freeTypes: [] })} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      {edited && dialog({ edited })}
    </>
  )
}
