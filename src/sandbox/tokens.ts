import { randomBytes } from 'node:crypto';

/** The credentials that a service accepts. */
export interface AcceptedSignIn {
  readonly username: string;
  readonly password: string;
}

/** The credentials for generated data, which are the same for everyone. */
export const sampleSignIn: AcceptedSignIn = { username: 'sample', password: 'sample' };

/**
 * Credentials that no other program on this machine can guess. Hexadecimal, so no shell needs quotes for
 * them.
 */
export const randomSignIn = (): AcceptedSignIn => ({
  username: `sample-${randomBytes(4).toString('hex')}`,
  password: randomBytes(16).toString('hex'),
});

/** How many seconds a token is valid, unless the command line says otherwise. */
export const usualLifetimeSeconds = 3600;

interface TokenResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, string | number>>;
}

const refusal = (error: string, description: string): TokenResponse => ({
  status: 400,
  body: { error, error_description: description },
});

/**
 * The sign-in service (docs/api.md, "Sign-in"): grants tokens for the resource owner password grant and
 * recognizes them later. Any client authentication is accepted. Tokens become invalid when the service ends.
 */
export function tokenDesk(
  now: () => number,
  lifetimeSeconds: number,
  { username, password }: AcceptedSignIn,
) {
  const granted = new Map<string, number>();
  return {
    /** The response to a posted form. */
    grant(form: URLSearchParams): TokenResponse {
      if (form.get('grant_type') !== 'password')
        return refusal('unsupported_grant_type', 'Only the password grant is supported.');
      if (form.get('username') !== username || form.get('password') !== password)
        return refusal('invalid_grant', 'The user name or password is incorrect.');
      const token = randomBytes(32).toString('base64url');
      granted.set(token, now() + lifetimeSeconds * 1000);
      return {
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds },
      };
    },
    /** Whether the Authorization header carries a token that was granted and is still valid. */
    accepts(authorization: string | undefined): boolean {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      return token !== undefined && (granted.get(token) ?? 0) > now();
    },
  };
}
