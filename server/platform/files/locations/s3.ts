import { createHash, createHmac } from 'node:crypto'
import { unprocessable } from '../content/input-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

type S3Location = { bucket: string; key: string; region: string; accessKey: string; secretKey: string; token?: string }

/** Reads a location like s3://bucket/folder/file.csv, with the region and keys of the standard AWS variables. */
export function parseS3Location(location: string, env: Environment): Partial<S3Location> & { refusal?: string } {
  const [, bucket, key] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/i.exec(location) ?? []
  if (!bucket || !key) return { refusal: 'Give an S3 object as s3://bucket/key.' }
  // Clients resolve such parts of a path, which leads to another object or bucket than the one that is named.
  if (key.split('/').some((part) => part === '.' || part === '..'))
    return { refusal: 'An S3 object whose key has . or .. between its slashes cannot be read.' }
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION
  const { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey, AWS_SESSION_TOKEN: token } = env
  if (!region || !accessKey || !secretKey)
    return { refusal: 'To read from S3, start Dooryard with AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.' }
  return { bucket, key, region, accessKey, secretKey, ...(token && { token }) }
}

/**
 * The signed request for an object (AWS Signature Version 4). AWS_ENDPOINT_URL_S3 names another store with the API;
 * `endpoint` is its origin, if it is set.
 */
export function buildS3Request(location: string, env: Environment, now: Date) {
  const { refusal, ...parsed } = parseS3Location(location, env)
  if (refusal) throw unprocessable(refusal)
  // Complete without a refusal.
  const { bucket, key, region, ...keys } = parsed as S3Location
  const path = `/${key.split('/').map(encodePart).join('/')}`
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL
  const url = endpoint
    ? new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}${path}`)
    : new URL(`https://${bucket}.s3.${region}.amazonaws.com${path}`)
  const headers = signRequest(url, { region, ...keys }, now)
  return { url: url.href, headers, ...(endpoint && { endpoint: url.origin }) }
}

// Of the body of a GET request, which is empty.
const emptyHash = createHash('sha256').digest('hex')

function signRequest(
  { host, pathname }: URL,
  { region, accessKey, secretKey, token }: Omit<S3Location, 'bucket' | 'key'>,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const signed = {
    host,
    'x-amz-content-sha256': emptyHash,
    'x-amz-date': time,
    ...(token && { 'x-amz-security-token': token }),
  }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['GET', pathname, '', lines.join(''), names, emptyHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretKey}`)
  const signature = hmac(signingKey, text).toString('hex')
  const { host: _, ...headers } = signed
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encodePart = (part: string) =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
