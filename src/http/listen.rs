use std::io;
use std::net::{SocketAddr, TcpListener};

use socket2::{Domain, Protocol, SockRef, Socket, Type};

/// Connections that the system holds for a door before it is taken.
const BACKLOG: i32 = 1024;

/// One door's address and a listener for each worker.
#[derive(Debug)]
pub struct Listeners {
    /// The address, with the port that was given out when 0 was asked for.
    pub addr: SocketAddr,
    /// One a worker, all on that address: the system spreads connections over them, so that workers share nothing.
    pub each: Vec<TcpListener>,
}

/// Listens on an address once for each worker.
///
/// # Errors
///
/// The address is taken or is not ours.
pub fn bind(addr: SocketAddr, workers: usize) -> io::Result<Listeners> {
    // The first socket takes the port for itself: one that shares it would be let in beside another program's. Only
    // then does it share, and it keeps the port meanwhile, so that nobody can come in between.
    let first = socket(addr)?;
    listen(&first, addr)?;
    let first: TcpListener = first.into();
    let addr = first.local_addr()?;
    // Only Linux spreads connections over sockets that share a port; elsewhere workers share one socket.
    let spread = cfg!(target_os = "linux");
    if spread {
        share_port(&SockRef::from(&first))?;
    }
    let more = (1..workers).map(|_| if spread { beside(addr) } else { first.try_clone() });
    let more: Vec<TcpListener> = more.collect::<io::Result<_>>()?;
    let each = std::iter::once(first).chain(more).collect();
    Ok(Listeners { addr, each })
}

/// Another socket on a port that is ours already.
fn beside(addr: SocketAddr) -> io::Result<TcpListener> {
    let socket = socket(addr)?;
    share_port(&SockRef::from(&socket))?;
    listen(&socket, addr)?;
    Ok(socket.into())
}

fn socket(addr: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(addr), Type::STREAM, Some(Protocol::TCP))?;
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}

fn listen(socket: &Socket, addr: SocketAddr) -> io::Result<()> {
    socket.bind(&addr.into())?;
    socket.listen(BACKLOG)
}

#[cfg(unix)]
fn share_port(socket: &SockRef<'_>) -> io::Result<()> {
    socket.set_reuse_port(true)
}

#[cfg(not(unix))]
fn share_port(_socket: &SockRef<'_>) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn every_worker_gets_connections_and_nobody_else_gets_the_port() {
        let listeners = bind("127.0.0.1:0".parse().unwrap(), 4).unwrap();
        assert_eq!(listeners.each.len(), 4);
        assert!(bind(listeners.addr, 1).is_err(), "the port is ours");
        let clients: Vec<TcpStream> = (0..200).map(|_| TcpStream::connect(listeners.addr).unwrap()).collect();
        let count = |listener: &TcpListener| (0..).take_while(|_| listener.accept().is_ok()).count();
        let each: Vec<usize> = listeners.each.iter().map(count).collect();
        assert_eq!(each.iter().sum::<usize>(), clients.len(), "{each:?}");
        if cfg!(target_os = "linux") {
            assert!(each.iter().all(|n| *n > 10), "{each:?}");
        }
    }
}
