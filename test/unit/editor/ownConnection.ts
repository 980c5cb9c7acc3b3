import type { Connection } from '#src/request/connection';

/** A connection that a person added. No test connects to it. */
export const ownConnection = (name: string): Connection => ({
  name,
  baseUrl: 'https://data.test',
  authUrl: 'https://sso.test',
  tokenPath: '/connect/token',
  clientId: '',
  scope: '',
  clientAuthentication: 'none',
  tokenScheme: 'Bearer',
  venue: 'venue',
  secretHeaders: [],
});
