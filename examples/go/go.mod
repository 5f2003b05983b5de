module perpsim.example/client

go 1.19
