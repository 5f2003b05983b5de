/** True for an address of this machine: 127.0.0.0/8, ::1, and the former written as IPv6. */
export function isLoopbackAddress(ip: string): boolean {
  const plain = ip.toLowerCase().startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip;
  return plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain);
}

/** True for a host a person would type to reach this machine: `localhost`, 127.x.x.x, `[::1]`. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** The host of a `Host` header or a URL authority, without its port; undefined when it is not one. */
export function hostOf(authority: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::(\d{1,5}))?$/i.exec(authority);
  if (match?.[1] === undefined) return undefined;
  return match[2] !== undefined && Number(match[2]) > 65_535 ? undefined : match[1];
}

/** How an address is written inside a URL: IPv6 in brackets, "any" as the loopback that reaches it. */
export function urlHostOf(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}
