import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useLayoutEffect, useState } from 'react'
import { isNetworkError } from '../../lib/api/errors.ts'
import { randomId } from '../../lib/ids.ts'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import classes from './api-reference.module.css'
import { type ApiCall, formatExample, formatType, type Parameter, type Schemas, spendsCredits } from './openapi.ts'
import { DataTable, InlineCodeText, RequiredMark, Section } from './parts.tsx'
import { buildRequest, sendRequest } from './request.ts'
import { ResponseDetails, ResponseView } from './response-view.tsx'
import { ExampleOrSchema } from './schema-view.tsx'

const idempotencyHeader = 'Idempotency-Key'

type CallDetailsProps = {
  call: ApiCall
  schemas: Schemas
  /** The key used to try the call; without one it cannot be tried, as with webhook events. */
  apiKey?: string
}

export function CallDetails({ call, schemas, apiKey }: CallDetailsProps) {
  const { description, parameters = [], requestBody, responses } = call
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map(({ name, schema }) => [name, String(schema.default ?? '')])),
  )
  // A repeated request with the same key is not executed again, so each opened call gets a new key.
  useLayoutEffect(() => {
    setValues((before) => (idempotencyHeader in before ? { ...before, [idempotencyHeader]: randomId() } : before))
  }, [])
  const [body, setBody] = useState(() => formatExample(requestBody?.content, schemas))
  const [isTryOpen, setTryOpen] = useState(false)
  const { mutate, reset, data, error, variables, isPending } = useMutation({
    mutationFn: sendRequest,
    // The request contains the API key, so it is discarded with the page.
    gcTime: 0,
  })
  const isMissing = ({ name, required }: Parameter) => required === true && !values[name]

  const execute = (key: string) => {
    setTryOpen(true)
    if (!parameters.some(isMissing)) mutate(buildRequest(call, { values, body }, key))
  }

  const field = (parameter: Parameter) => (
    <ParameterField
      parameter={parameter}
      value={values[parameter.name]}
      error={isTryOpen && isMissing(parameter)}
      onChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
    />
  )

  const editor = (
    <Textarea
      aria-label="Request body"
      rows={14}
      resize="vertical"
      spellCheck={false}
      value={body}
      classNames={{ input: classes.body }}
      onChange={({ currentTarget }) => setBody(currentTarget.value)}
    />
  )

  return (
    <Stack gap={20} p="md" style={{ borderTop: '1px solid var(--line)' }}>
      {description && (
        <Text>
          <InlineCodeText text={description} />
        </Text>
      )}
      {parameters.length > 0 && (
        <Section title="Parameters">
          <DataTable
            label="Parameters"
            head={['Name', 'Description']}
            body={parameters.map((parameter) => [
              <ParameterName key="name" parameter={parameter} />,
              <Stack key="description" gap={6} style={{ overflowWrap: 'anywhere' }}>
                {parameter.description && (
                  <div>
                    <InlineCodeText text={parameter.description} />
                  </div>
                )}
                {apiKey === undefined ? (
                  <div>
                    <InlineCodeText text={`Example: \`${parameter.example}\``} />
                  </div>
                ) : (
                  field(parameter)
                )}
              </Stack>,
            ])}
          />
        </Section>
      )}
      {requestBody && (
        <Section title="Request body" isRequired={requestBody.required}>
          <ExampleOrSchema
            content={requestBody.content}
            schemas={schemas}
            editor={apiKey === undefined ? undefined : editor}
          />
        </Section>
      )}
      {spendsCredits(call) && (
        <Text
          fz="sm"
          p="xs"
          px="sm"
          bdrs="md"
          bg="var(--mantine-color-warn-light)"
          c="var(--mantine-color-warn-light-color)"
        >
          With a live key, this places a real order and spends credits. The same {idempotencyHeader} returns the same
          order.
        </Text>
      )}
      {apiKey !== undefined && (
        <Group gap="xs">
          <Button loading={isPending} onClick={() => execute(apiKey)}>
            Execute
          </Button>
          {(data || error) && (
            <Button variant="default" onClick={reset}>
              Clear
            </Button>
          )}
        </Group>
      )}
      {error && <FailureNotice error={error}>{isNetworkError(error) ? undefined : error.message}</FailureNotice>}
      {data && <ResponseView request={variables} reply={data} />}
      <Section title="Responses">
        <DataTable
          label="Responses"
          head={['Code', 'Description']}
          body={Object.entries(responses).map(([status, answer]) => [
            status,
            <ResponseDetails key={status} answer={answer} schemas={schemas} />,
          ])}
        />
      </Section>
    </Stack>
  )
}

const ParameterName = ({ parameter: { name, in: location, required, schema } }: { parameter: Parameter }) => (
  <>
    <Text span fz="sm" fw={600} ff="monospace">
      {name}
    </Text>
    {required && <RequiredMark />}
    <Text fz="xs" lh="18px" c="dimmed">
      {formatType(schema)}
      <br />({location})
    </Text>
  </>
)

type ParameterFieldProps = {
  parameter: Parameter
  value: string | undefined
  error: boolean
  onChange: (value: string) => void
}

function ParameterField({ parameter: { name, required, schema }, value, error, onChange }: ParameterFieldProps) {
  const common = {
    'aria-label': name,
    'aria-required': required,
    maw: 420,
    value,
    error: error && 'This field is required',
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(currentTarget.value),
  }
  if (!schema.enum) return <TextInput {...common} />
  return <NativeSelect {...common} data={[{ value: '', label: 'Any' }, ...schema.enum.map(String)]} />
}
