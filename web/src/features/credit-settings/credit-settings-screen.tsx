import { campaignTypes } from '@dooryard/contract/api/enums'
import { adminCreditSettings, type CreditSetting, creditSettings } from '@dooryard/contract/billing/credits'
import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { describeDeactivation, describeUnaffectedOrders } from './effect-labels.ts'
import { settingEffect } from './effect-preview.tsx'
import type { EditedSetting } from './setting-dialog.tsx'

function CreditSettingPanel({ setting, onEdit }: { setting: CreditSetting; onEdit: () => void }) {
  const { id, name, key, description, creditRequired, minCampaignVolume, isActive } = setting
  const remove = useEndpointMutation(adminCreditSettings.remove, {
    refreshes: [adminCreditSettings.list, creditSettings.list],
    awaitsRefresh: true,
  })
  const cache = useQueryClient()
  const runExclusive = useSingleFlight()
  const [isForeseeing, setForeseeing] = useState(false)
  const ask = async () => {
    setForeseeing(true)
    // Shows the actual effect if it can be fetched, otherwise the general rule.
    const effect = await cache.fetchQuery(settingEffect(id, { isActive: false })).catch(() => undefined)
    setForeseeing(false)
    openConfirmDialog({
      title: `Delete ${name}?`,
      children: effect
        ? [...(isActive ? describeDeactivation(effect) : []), describeUnaffectedOrders(effect)].join(' ')
        : `New orders of ${name} leads are refused. Existing orders keep their price.`,
      labels: { confirm: `Delete ${name}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ params: { id } }, { onSuccess: () => showSuccessToast(`${name} deleted`) }),
    })
  }
  return (
    <Panel title={name} aside={<Tag tone={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Tag>}>
      {description && (
        <Text c="dimmed" mb={12}>
          {description}
        </Text>
      )}
      <DescriptionList
        items={[
          { label: 'Campaign type', value: campaignTypes.label(key) },
          { label: 'Price per lead', value: pluralize(creditRequired, 'credit') },
          { label: 'Minimum order', value: pluralize(minCampaignVolume, 'lead') },
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
          onClick={() => runExclusive((release) => void ask().finally(release))}
          aria-label={`Delete ${name}`}
        >
          Delete
        </Button>
      </Group>
    </Panel>
  )
}

/** The price of a lead and the minimum order, by campaign type. */
export function CreditSettingsScreen() {
  const result = useQuery(buildQuery(adminCreditSettings.list, {}))
  const { data } = result
  const [edited, setEdited] = useState<EditedSetting>()
  const [dialog, open] = useDialog(async () => (await import('./setting-dialog.tsx')).SettingDialog)
  const edit = (next: EditedSetting) => {
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
        lead="Price per lead and minimum order. Changes apply to new orders only."
        actions={
          <Button
            leftSection={<Plus size={16} aria-hidden="true" />}
            disabled={!data || freeTypes.length === 0}
            title={data && freeTypes.length === 0 ? 'Every campaign type has a setting' : undefined}
            onClick={add}
          >
            Add
          </Button>
        }
      />
      <QueryContent what="The credit settings" result={result} loading={220}>
        {(settings) =>
          settings.length === 0 ? (
            <StateView
              icon={SlidersHorizontal}
              title="No campaign type is active"
              text="Until there is one, nobody can place an order."
              action={<Button onClick={add}>Add a campaign type</Button>}
            />
          ) : (
            <SimpleGrid minColWidth="min(340px, 100%)" spacing={20}>
              {settings.map((setting) => (
                <CreditSettingPanel
                  key={setting.id}
                  setting={setting}
                  onEdit={() => edit({ setting, freeTypes: [] })}
                />
              ))}
            </SimpleGrid>
          )
        }
      </QueryContent>
      {edited && dialog({ edited })}
    </>
  )
}
