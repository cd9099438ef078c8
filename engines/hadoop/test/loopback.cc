// Preloaded into the processes of Hadoop: what would listen on all addresses listens on 127.0.0.1. The
// ApplicationMaster of a job and the shuffle handler of a NodeManager know no setting for that.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

using Bind = int (*)(int, const sockaddr *, socklen_t);

extern "C" int bind(int socket, const sockaddr *address, socklen_t length) noexcept {
  static const Bind next = reinterpret_cast<Bind>(dlsym(RTLD_NEXT, "bind"));
  if (address->sa_family == AF_INET && length >= sizeof(sockaddr_in)) {
    sockaddr_in changed;
    memcpy(&changed, address, sizeof changed);
    if (changed.sin_addr.s_addr == htonl(INADDR_ANY)) changed.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return next(socket, reinterpret_cast<sockaddr *>(&changed), sizeof changed);
  }
  if (address->sa_family == AF_INET6 && length >= sizeof(sockaddr_in6)) {
    sockaddr_in6 changed;
    memcpy(&changed, address, sizeof changed);
    if (IN6_IS_ADDR_UNSPECIFIED(&changed.sin6_addr)) inet_pton(AF_INET6, "::ffff:127.0.0.1", &changed.sin6_addr);
    return next(socket, reinterpret_cast<sockaddr *>(&changed), sizeof changed);
  }
  return next(socket, address, length);
}
