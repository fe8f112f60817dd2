import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useLayoutEffect, useState } from 'react'
import { randomId } from '../../lib/ids.ts'
import { Notice } from '../../ui/display/panel.tsx'
import classes from './api-reference.module.css'
import {
  type Answer,
  type ApiCall,
  formatExample,
  formatType,
  type Parameter,
  type Schemas,
  spendsCredits,
} from './openapi.ts'
import { CodeBlock, DataTable, Part, Required, WithCode } from './parts.tsx'
import { type ApiReply, type ApiRequest, buildRequest, formatCurl, sendRequest } from './request.ts'
import { ExampleOrSchema } from './schema-view.tsx'

const idempotencyHeader = 'Idempotency-Key'

type CallDetailsProps = {
  call: ApiCall
  schemas: Schemas
  /** What the call is tried with; without one it cannot be tried, as what we send to others. */
  apiKey?: string
}

export function CallDetails({ call, schemas, apiKey }: CallDetailsProps) {
  const { description, parameters = [], requestBody, responses } = call
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map(({ name, schema }) => [name, String(schema.default ?? '')])),
  )
  // What is sent again with the same key is not done again, so a call has a new one each time that it is opened.
  useLayoutEffect(() => {
    setValues((before) => (idempotencyHeader in before ? { ...before, [idempotencyHeader]: randomId() } : before))
  }, [])
  const [body, setBody] = useState(() => formatExample(requestBody?.content, schemas))
  const [isTried, setTried] = useState(false)
  const { mutate, reset, data, error, variables, isPending } = useMutation({
    mutationFn: sendRequest,
    meta: { quiet: true },
    // What was sent has the key in it, which is forgotten with the page.
    gcTime: 0,
  })
  const isMissing = ({ name, required }: Parameter) => required === true && !values[name]

  const execute = (key: string) => {
    setTried(true)
    if (!parameters.some(isMissing)) mutate(buildRequest(call, { values, body }, key))
  }

  const field = (parameter: Parameter) => (
    <ParameterField
      parameter={parameter}
      value={values[parameter.name]}
      error={isTried && isMissing(parameter)}
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
          <WithCode text={description} />
        </Text>
      )}
      {parameters.length > 0 && (
        <Part title="Parameters">
          <DataTable
            head={['Name', 'Description']}
            body={parameters.map((parameter) => [
              <ParameterName key="name" parameter={parameter} />,
              <Stack key="description" gap={6} style={{ overflowWrap: 'anywhere' }}>
                {parameter.description && (
                  <div>
                    <WithCode text={parameter.description} />
                  </div>
                )}
                {apiKey === undefined ? (
                  <div>
                    <WithCode text={`Example: \`${parameter.example}\``} />
                  </div>
                ) : (
                  field(parameter)
                )}
              </Stack>,
            ])}
          />
        </Part>
      )}
      {requestBody && (
        <Part title="Request body" isRequired={requestBody.required}>
          <ExampleOrSchema
            content={requestBody.content}
            schemas={schemas}
            editor={apiKey === undefined ? undefined : editor}
          />
        </Part>
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
          This places a real order, which spends your credits. Sent again with the same {idempotencyHeader}, it gives
          that order and places no other.
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
      {error && <Notice tone="bad">{error.message}</Notice>}
      {data && <Reply request={variables} reply={data} />}
      <Part title="Responses">
        <DataTable
          head={['Code', 'Description']}
          body={Object.entries(responses).map(([status, answer]) => [
            status,
            <AnswerDetails key={status} answer={answer} schemas={schemas} />,
          ])}
        />
      </Part>
    </Stack>
  )
}

const ParameterName = ({ parameter: { name, in: place, required, schema } }: { parameter: Parameter }) => (
  <>
    <Text span fz="sm" fw={600} ff="monospace">
      {name}
    </Text>
    {required && <Required />}
    <Text fz="xs" lh="18px" c="dimmed">
      {formatType(schema)}
      <br />({place})
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
    error: error && 'Required field is not provided',
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(currentTarget.value),
  }
  if (!schema.enum) return <TextInput {...common} />
  return <NativeSelect {...common} data={[{ value: '', label: 'Any' }, ...schema.enum.map(String)]} />
}

const Reply = ({
  request,
  reply: { status, text, headers, milliseconds },
}: {
  request: ApiRequest
  reply: ApiReply
}) => (
  <>
    <Part title="Curl">
      <CodeBlock>{formatCurl(request)}</CodeBlock>
    </Part>
    <Part title="Request URL">
      <CodeBlock>{request.url}</CodeBlock>
    </Part>
    <Part title="Server response">
      <DataTable
        label="Server response"
        head={['Code', 'Details']}
        body={[
          [
            status,
            <Stack key="details" gap={10}>
              <Part title="Response body" order={5}>
                <CodeBlock>{text}</CodeBlock>
              </Part>
              <Part title="Response headers" order={5}>
                <CodeBlock>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</CodeBlock>
              </Part>
              <Part title="Request duration" order={5}>
                <CodeBlock>{`${milliseconds} ms`}</CodeBlock>
              </Part>
            </Stack>,
          ],
        ]}
      />
    </Part>
  </>
)

const AnswerDetails = ({
  answer: { description, content, headers },
  schemas,
}: {
  answer: Answer
  schemas: Schemas
}) => (
  <Stack gap={10}>
    <div>
      <WithCode text={description} />
    </div>
    <ExampleOrSchema content={content} schemas={schemas} />
    {headers && (
      <Part title="Headers" order={5}>
        <DataTable
          head={['Name', 'Description', 'Type']}
          body={Object.entries(headers).map(([name, header]) => [
            name,
            <WithCode key="description" text={header.description ?? ''} />,
            formatType(header.schema),
          ])}
        />
      </Part>
    )}
  </Stack>
)
