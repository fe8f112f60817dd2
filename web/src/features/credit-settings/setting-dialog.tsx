import '@mantine/core/styles/Switch.layer.css'
import { type CreditSetting, CreditSettingDraft } from '@dooryard/contract/credits'
import { type CampaignType, campaignTypes } from '@dooryard/contract/vocabularies'
import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { typedWhole } from '../../lib/typed.ts'
import { CallDialog, FieldPair } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useSaveSetting } from './credit-settings.data.ts'
import { Effect } from './effect.tsx'
import { useForeseen } from './use-foreseen.ts'

/** What is edited: a setting, or a new one for one of the types that have none. */
export type Edited = { setting?: CreditSetting; freeTypes: CampaignType[] }

const Form = CreditSettingDraft.extend({
  creditRequired: typedWhole(CreditSettingDraft.shape.creditRequired),
  minCampaignVolume: typedWhole(CreditSettingDraft.shape.minCampaignVolume),
})

const initialOf = ({ setting, freeTypes }: Edited) => ({
  key: setting?.key ?? freeTypes[0] ?? '',
  name: setting?.name ?? (freeTypes[0] ? campaignTypes.label(freeTypes[0]) : ''),
  description: setting?.description ?? '',
  creditRequired: String(setting?.creditRequired ?? 1),
  minCampaignVolume: String(setting?.minCampaignVolume ?? 50),
  isActive: setting?.isActive ?? true,
})

// Without `strip` the fields beside them would be refused, and nothing would be said.
const Terms = Form.pick({ creditRequired: true, minCampaignVolume: true, isActive: true }).strip()

const seenBy = 'What people read where they choose the type'

type SettingFormProps = {
  edited: Edited
  save: ReturnType<typeof useSaveSetting>
  onCancel: () => void
  onDone: () => void
}

function SettingForm({ edited, save, onCancel, onDone }: SettingFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(Form, initialOf(edited), () => save.isError && save.reset())
  const { setting, freeTypes } = edited
  // The same until something is typed: each other one is waited for anew.
  const terms = useMemo(() => Terms.safeParse(form.values).data, [form.values])
  const foreseen = useForeseen(setting, terms)
  const done = ({ name }: CreditSetting) => {
    toastDone(`${name} is saved`)
    onDone()
  }
  const submit = form.submit((values) => {
    if (foreseen.sayFirst()) return
    singly((land) => {
      const given = { ...Form.parse(values), before: setting }
      save.mutate(given, { onSuccess: done, onError: form.showRefusal, onSettled: land })
    })
  })
  return (
    <CallForm
      call={save}
      form={form}
      lead={setting && 'Orders that were placed keep the price they were placed at.'}
      send="Save"
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Select
        label="Campaign type"
        data={(setting ? [setting.key] : freeTypes).map((value) => ({ value, label: campaignTypes.label(value) }))}
        allowDeselect={false}
        disabled={setting !== undefined}
        {...form.getInputProps('key')}
      />
      <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" description={seenBy} rows={2} {...form.getInputProps('description')} />
      <FieldPair>
        <TextInput label="Credits per lead" inputMode="numeric" {...form.getInputProps('creditRequired')} />
        <TextInput label="Smallest order" inputMode="numeric" {...form.getInputProps('minCampaignVolume')} />
      </FieldPair>
      <Switch label="On offer" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      {setting && <Effect foreseen={foreseen} />}
    </CallForm>
  )
}

/** Edits what a lead of a type costs; open while there is something to edit. */
export function SettingDialog({ edited, onClose }: { edited: Edited | undefined; onClose: () => void }) {
  const save = useSaveSetting()
  return (
    <CallDialog
      call={save}
      opened={edited !== undefined}
      onClose={onClose}
      title={edited?.setting ? `Edit ${edited.setting.name}` : 'Add a campaign type'}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => edited && <SettingForm edited={edited} save={save} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
