import { tokenAddress } from '../../request/connection';
import { environment } from '../../request/environment';
import { targetOf } from '../../request/requestTarget';
import { commentText, openingComment, tokenFields, type RequestToCopy } from './requestToCopy';

const variable = (name: string) => `{{$processEnv ${name}}}`;
/** Text that can't be mistaken for the file's own variable syntax. */
const plain = (text: string) => commentText(text).replaceAll('{{', '{ {');

/** Where REST Client finds the token in the response to the request called `token`. */
const tokenPath = 'token.response.body.$.access_token';

/**
 * For the REST Client extension and for httpYac: a named token request whose response the data request uses.
 * httpYac knows the token by another name, and needs to be told which request it is from.
 */
export function httpFile(query: RequestToCopy): string {
  const { connection } = query;
  const { baseUrl, clientId, clientAuthentication, tokenScheme, secretHeaders } = connection;
  const secret = variable(environment.clientSecret);
  const fields = tokenFields(query, encodeURIComponent, variable).map(([name, code]) => `${name}=${code}`);
  const basic = `Authorization: Basic ${plain(encodeURIComponent(clientId))}:${secret}\n`;
  const headers = secretHeaders.map((name) => `${plain(name)}: ${variable(environment.header(name))}\n`);
  const note = ' Percent-encode spaces, &, +, and % in their values.';
  return `${openingComment('#', query, note)}
# @name token
# @no-redirect
POST ${plain(tokenAddress(connection))}
${clientAuthentication === 'basic' ? basic : ''}Content-Type: application/x-www-form-urlencoded

${fields.join('&')}
###
# @no-redirect
# @ref token
@${tokenPath} = {{token.access_token}}
GET ${plain(baseUrl + targetOf(query, connection))}
Authorization: ${plain(tokenScheme)} {{${tokenPath}}}
${headers.join('')}`;
}
